// SPDX-License-Identifier: BSD-3-Clause
// From the recorded calls of one process, in the order of their begins, to the compressor's: values
// become independent of the rank, times nanoseconds. What a trace tells only when a request
// completes (bytes of a receive, and what it asks for if the recording does not tell; operation,
// root and bytes of a non-blocking collective) is filled in where the request was opened: calls
// wait for it in a queue of limited length.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

#include "compressed/capture/rank_communicators.h"
#include "compressed/capture/recorded_call.h"
#include "compressed/fold/site_table.h"
#include "compressed/model/open_requests.h"
#include "model/anomalies.h"
#include "model/call_tree.h"

namespace tarry::compressed {

class CallAssembler {
 public:
  using Sink = std::function<void(Call&&)>;
  static constexpr std::size_t kLookAhead = 100'000;  // calls

  // Regions, paths and communicators may grow meanwhile. What calls cannot hold is counted in
  // `left_out`.
  CallAssembler(const std::vector<model::Region>& regions, const model::CallTree& paths,
                const RankCommunicators& communicators, SiteTable& sites,
                std::uint64_t ticks_per_second, model::Anomalies& left_out, Sink sink,
                std::size_t look_ahead = kLookAhead);

  // When the process began; before the first call.
  void begin_at(model::Ticks time) { begin_ = time; }
  void add(const RecordedCall& recorded);
  // Hands on what still waits.
  void finish();

 private:
  struct Waiting {  // an action whose values are not known yet
    std::uint64_t call = 0;
    std::size_t action = 0;
  };
  struct Queued {
    Call call;
    std::size_t unknown = 0;  // actions that wait
  };

  SiteId site_of(const RecordedCall& recorded);
  FrameId frame_of(model::RegionId region);
  [[nodiscard]] std::uint64_t nanoseconds(model::Ticks length) const;
  void add_times(const RecordedCall& recorded, Call& call);
  // What the call says of itself.
  void take_arguments(const model::MpiArguments& in, Action& out) const;
  // False: it cannot be represented.
  bool assemble(const RecordedAction& in, Action& out);
  bool message(const RecordedAction& in, Action& out);
  bool collective(const RecordedAction& in, Action& out);
  bool close(const RecordedAction& in, Action& out);
  // The last action of the last call in the queue, whose values are not known yet.
  void wait_for(model::RequestId request);
  // The completion of a request says what was asked for; nullptr: it never will.
  void tell(model::RequestId request, const Action* completion);
  void hand_on_known();

  const std::vector<model::Region>& regions_;
  const model::CallTree& paths_;
  const RankCommunicators& communicators_;
  SiteTable& sites_;
  std::uint64_t ticks_per_second_;
  model::Anomalies& left_out_;
  Sink sink_;
  std::size_t look_ahead_;

  std::unordered_map<std::uint64_t, SiteId> known_sites_;  // by call path and function
  std::vector<FrameId> frames_;                            // by region
  OpenRequests<model::RequestId> requests_;
  std::unordered_map<model::RequestId, Waiting> waiting_;
  std::deque<Queued> queue_;
  std::uint64_t handed_on_ = 0;  // calls; number of the first one in the queue
  model::Ticks begin_;
  std::uint64_t last_end_ = 0;  // nanoseconds since then
};

}  // namespace tarry::compressed

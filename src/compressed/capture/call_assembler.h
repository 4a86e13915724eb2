// SPDX-License-Identifier: BSD-3-Clause
// Turns the recorded calls of one process, in the order of their begins, into calls for the
// compressor: values become independent of the rank, times become nanoseconds. Some values of a
// trace are known only when a request completes: the bytes of a receive, what it asks for if the
// recording does not tell, and the operation, root and bytes of a non-blocking collective. They are
// filled in at the call that opened the request; until then calls wait in a queue of limited
// length.
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

  // Regions, paths and communicators may grow meanwhile. Whatever a call cannot represent is
  // counted in `left_out`.
  CallAssembler(const std::vector<model::Region>& regions, const model::CallTree& paths,
                const RankCommunicators& communicators, SiteTable& sites,
                std::uint64_t ticks_per_second, model::Anomalies& left_out, Sink sink,
                std::size_t look_ahead = kLookAhead);

  // Sets when the process began. It must be called before the first add().
  void begin_at(model::Ticks time) { begin_ = time; }
  void add(const RecordedCall& recorded);

  // The facts about earlier calls that an assembler of later ones needs.
  struct Window {
    std::uint32_t number = 0;  // as in model::MpiOperands
    CommPlace place;           // the process' own in its communicator
    friend bool operator==(const Window& a, const Window& b) { return a.number == b.number; }
  };
  struct Progress {
    model::Ticks begin;                           // as begin_at()
    std::uint64_t last_end_ns = 0;                // end of the last call since then
    std::vector<model::RequestId> open_requests;  // the oldest first, as those behind
    std::vector<model::RequestId> open_accesses{};
    std::vector<Window> open_windows{};
    std::vector<std::uint32_t> open_files{};  // by number as in model::MpiOperands
  };
  [[nodiscard]] Progress progress() const {
    return {begin_, last_end_, requests_.left(), accesses_.left(), windows_.left(), files_.left()};
  }
  // Goes on where another assembler was. It must be called before the first add().
  void go_on(const Progress& progress);
  // Returns the calls that still wait, as they are known so far.
  [[nodiscard]] std::vector<Call> waiting() const;
  // Hands on the calls that still wait.
  void finish();

 private:
  struct Waiting {  // an action whose values are not known yet
    std::uint64_t call = 0;
    std::size_t action = 0;
  };
  struct Queued {
    Call call;
    std::size_t unknown = 0;  // number of actions that wait
  };

  SiteId site_of(const RecordedCall& recorded);
  FrameId frame_of(model::RegionId region);
  [[nodiscard]] std::uint64_t nanoseconds(model::Ticks length) const;
  void add_times(const RecordedCall& recorded, Call& call);
  // Copies the arguments that the recording holds of the call itself.
  void take_arguments(const model::MpiArguments& in, Action& out) const;
  // Returns false if the action cannot be represented.
  bool assemble(const RecordedAction& in, Action& out);
  bool message(const RecordedAction& in, Action& out);
  bool collective(const RecordedAction& in, Action& out);
  bool one_sided(const RecordedAction& in, Action& out);
  bool on_window(const model::MpiOperands& in, Action& out);
  bool on_file(const RecordedAction& in, Action& out);
  bool open_file(const model::MpiOperands& in, Action& out);
  bool close(OpenRequests<model::RequestId>& among, const RecordedAction& in, Action& out);
  // The last action of the newest call in the queue waits until `request` completes.
  void wait_for(model::RequestId request);
  // Fills in what `completion` says about the action that opened the request; nullptr means that
  // its values will never be known.
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
  OpenRequests<model::RequestId> accesses_;  // with a request, also to files
  OpenRequests<Window> windows_;
  OpenRequests<std::uint32_t> files_;  // by number as in model::MpiOperands
  std::unordered_map<model::RequestId, Waiting> waiting_;
  std::deque<Queued> queue_;
  std::uint64_t handed_on_ = 0;  // calls; also the number of the first one in the queue
  model::Ticks begin_;
  std::uint64_t last_end_ = 0;  // nanoseconds since begin_
};

}  // namespace tarry::compressed

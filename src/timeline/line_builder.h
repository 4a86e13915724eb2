// SPDX-License-Identifier: BSD-3-Clause
// Makes the part of the index that belongs to one line, from its events and from what an analysis
// has found out about them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/definitions.h"
#include "model/event_handler.h"
#include "model/event_insights.h"
#include "model/event_place.h"
#include "model/wait_times.h"
#include "timeline/bin_sums.h"
#include "timeline/columns.h"
#include "timeline/line_directory.h"
#include "timeline/line_parts.h"
#include "timeline/longest_waits.h"
#include "timeline/rank_pairs.h"
#include "timeline/states.h"
#include "timeline/time_grid.h"

namespace tarry::timeline {

// What is common to all lines.
struct Trace {
  const model::Definitions& definitions;
  const States& states;
  const TimeGrid& grid;
  const std::vector<std::uint32_t>& line_of;  // by LocationIndex; kNoLine if it is none
};
inline constexpr std::uint32_t kNoLine = 0xFFFFFFFFu;

// Bytes, and where they are in the file, but for the offset; and the parts of what is known of the
// whole trace.
struct BuiltLine {
  std::string bytes;
  LineDirectory directory;
  SumsBySender received;
  WaitsByReceiver late_receivers;
  LongestWaits waits;
};

class LineBuilder final : public model::EventHandler, public model::PlaceHandler {
 public:
  using TakeMessages = std::function<void(std::span<const ReceivedMessage>)>;

  // `insights` must live until finish(). `shift`: of the shortest bins. `take` gets all messages
  // that the line receives.
  LineBuilder(const Trace& trace, model::LocationIndex location,
              const model::EventInsights& insights, unsigned shift, TakeMessages take);

  void enter(model::Ticks time, model::RegionId region) override;
  void leave(model::Ticks time, model::RegionId region) override;
  void mpi_recv(model::Ticks time, const model::MessageRecord& message) override {
    receive(time, message);
  }
  void mpi_irecv(model::Ticks time, const model::MessageRecord& message) override {
    receive(time, message);
  }
  void place_reached(const model::EventPlace& place) override;

  // After the last event.
  base::Result<BuiltLine> finish();

 private:
  struct Open {
    std::int64_t begin;
    std::uint64_t step;       // of the enter
    std::uint64_t bookmarks;  // that were before
    std::uint16_t state;
  };
  struct Pending {
    ReceivedMessage message;
    std::size_t depth;     // of its call
    std::uint32_t sender;  // rank
  };

  void go_to(std::int64_t time);
  void leave_at(model::Ticks time);
  void receive(model::Ticks time, const model::MessageRecord& message);
  // Returns the sender of the last message that the call receives; null if it receives none.
  PairSums* complete_messages();
  void add_to_call(const WaitPiece& piece, std::uint16_t call);
  void add_bookmark(const model::EventPlace& place);
  void end_stretch();
  void put(const std::string& bytes, std::uint32_t& size);

  const Trace trace_;
  const std::uint32_t line_;
  const model::Rank rank_;
  const std::span<const model::SendOfReceive> sends_;  // by number of the receive
  const TakeMessages take_;
  model::WaitTimes waits_;
  BinSums sums_;
  BuiltLine built_;
  Packer packer_;
  base::Status status_;  // of packing
  std::string details_;  // bytes of stretches

  std::int64_t now_ = 0;
  model::Ticks last_time_;
  std::uint64_t step_ = 0;
  std::uint64_t bookmarks_ = 0;
  std::size_t receives_ = 0;
  std::vector<Open> open_;
  std::vector<Pending> pending_;
  std::vector<CallWaited> call_waits_;  // of the call that is left
  std::vector<LongVisit> long_visits_;
  Stretch stretch_;
};

}  // namespace tarry::timeline

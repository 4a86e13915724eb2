// SPDX-License-Identifier: BSD-3-Clause
// Which of an event's times are those of one rank behind one call: an event has them by the call
// before it, and ranks whose times differ much have some of their own.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "compressed/model/cursor.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// nullptr: the trace has none.
const EventTimes* find_times(const Event& event, SiteId predecessor, std::uint32_t rank);

// The same for the calls of a rank, one after another: remembers what it found. The trace must
// outlive it. Thread: caller-locks.
class PathTimes {
 public:
  PathTimes(const Trace& trace, std::uint32_t rank) : trace_(trace), rank_(rank) {}

  const EventTimes* of(const CursorCall& call) {
    const std::uint64_t path = std::uint64_t{call.event} << 32 | call.predecessor.value;
    const auto [found, is_new] = known_.try_emplace(path, nullptr);
    if (is_new) found->second = find_times(trace_.events[call.event], call.predecessor, rank_);
    return found->second;
  }

 private:
  const Trace& trace_;
  std::uint32_t rank_;
  std::unordered_map<std::uint64_t, const EventTimes*> known_;  // by event and predecessor
};

}  // namespace tarry::compressed

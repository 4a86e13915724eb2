// SPDX-License-Identifier: BSD-3-Clause
// Finds the times of one rank behind one call. An event has separate times for each previous call,
// and for groups of ranks whose times differ much.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "compressed/model/cursor.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Returns nullptr if the trace has no such times.
const EventTimes* find_times(const Event& event, SiteId predecessor, std::uint32_t rank);

// Finds the times for the calls of a rank in order and remembers them. The trace must outlive it.
// Thread: caller-locks.
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

// SPDX-License-Identifier: BSD-3-Clause
// Tells which sends end on their own, and which end only after their receive is posted. MPI does
// not tell; it shows where sender and receiver came at sufficiently different times. Source:
// docs/decisions/017-what-if.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "analysis/records/process_records.h"

namespace tarry::analysis {

// Messages up to some size end on their own, larger ones only after the receive is posted.
struct Handshake {
  std::uint64_t largest_eager = 0;
  std::uint64_t smallest_synchronous = std::numeric_limits<std::uint64_t>::max();

  void add(const Handshake& other) {
    largest_eager = std::max(largest_eager, other.largest_eager);
    smallest_synchronous = std::min(smallest_synchronous, other.smallest_synchronous);
  }
  [[nodiscard]] bool is_synchronous(std::uint64_t bytes) const {
    return bytes > largest_eager && bytes >= smallest_synchronous;
  }
};

// Returns the instance that completes a send.
const Instance& completion_of(const ProcessRecords& process, const SendRecord& send);

// Returns whether a completed send waits for its receive; `handshake` decides if the trace does not
// show it.
bool waits_for_receive(const ProcessRecords& process, const LocationRecords& location,
                       const SendRecord& send, const Handshake& handshake);

// Returns what the messages of these processes show.
Handshake seen_in(const std::vector<ProcessRecords>& processes);

}  // namespace tarry::analysis

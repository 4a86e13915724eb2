// SPDX-License-Identifier: BSD-3-Clause
// The stages of the analysis and what they cost.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace tarry::analysis {

// The stages of the analysis, in order.
enum class Stage : std::uint8_t {
  Extract,
  MatchMessages,
  MatchCollectives,
  Evaluate,
  Delays,
  Insights,
  Assemble
};
inline constexpr std::size_t kStages = 7;

// The cost of the analysis. For several workers together, these are sums and the longest times.
struct Cost {
  std::uint64_t events = 0;
  std::uint64_t record_bytes = 0;    // synchronisation records, before matching
  std::uint64_t message_bytes = 0;   // received from other workers
  std::uint64_t callpath_bytes = 0;  // the call tree, each worker's own
  std::uint64_t cell_bytes = 0;      // the cube's share
  std::array<double, kStages> seconds{};

  void add(const Cost& other) {
    events += other.events;
    record_bytes += other.record_bytes;
    message_bytes += other.message_bytes;
    callpath_bytes += other.callpath_bytes;
    cell_bytes += other.cell_bytes;
    for (std::size_t stage = 0; stage < kStages; ++stage)
      seconds[stage] = std::max(seconds[stage], other.seconds[stage]);
  }
};

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// The calls of all ranks together in each function and at each call path. Sums and extremes are
// exact whatever was merged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compressed/queries/event_summary.h"

namespace tarry::compressed {

struct CallStatistics {
  // Name of the function, behind the frames of the call path and slashes if there are any.
  std::string name;
  std::uint64_t calls = 0;
  std::uint64_t ranks = 0;  // number of ranks that make the calls
  // Messages, counted where they begin and end, and accesses to windows in both directions.
  Sizes sent;
  Sizes received;
  CollectiveCounts collectives;
  TimeHistogram before;    // nanoseconds of computation before the calls
  TimeHistogram duration;  // nanoseconds in the calls

  friend bool operator==(const CallStatistics&, const CallStatistics&) = default;
};

enum class StatisticsBy { Function, CallPath };

// Returns entries in the order of the first event of each. Thread: any.
std::vector<CallStatistics> call_statistics(const Trace& trace, const TraceSummary& summary,
                                            StatisticsBy by);

}  // namespace tarry::compressed

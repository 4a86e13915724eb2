// SPDX-License-Identifier: BSD-3-Clause
// What all ranks together did in each function and at each call path. Exact: sums and extremes are
// kept exactly whatever was merged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compressed/queries/event_summary.h"

namespace tarry::compressed {

struct CallStatistics {
  std::string name;  // function, or frames with slashes between them and the function last
  std::uint64_t calls = 0;
  std::uint64_t ranks = 0;  // that make them
  Sizes sent;               // messages, where they begin
  Sizes received;           // where they end
  CollectiveCounts collectives;
  TimeHistogram before;    // ns, computation before the calls
  TimeHistogram duration;  // ns, in the calls

  friend bool operator==(const CallStatistics&, const CallStatistics&) = default;
};

enum class StatisticsBy { Function, CallPath };

// In the order of the first event of each. Thread: any.
std::vector<CallStatistics> call_statistics(const Trace& trace, const TraceSummary& summary,
                                            StatisticsBy by);

}  // namespace tarry::compressed

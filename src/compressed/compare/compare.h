// SPDX-License-Identifier: BSD-3-Clause
// Compares what two compressed traces say, call by call on each rank, and what they add up to. Two
// traces may be equal though their loops and lists of events differ. Times are not compared.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.5 (comparison of single events,
// of counts and volumes, and of a replay's trace).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compressed/compare/compare_options.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// The first call of a rank that differs, and why.
struct TraceDifference {
  std::uint32_t rank = 0;
  std::uint64_t call = 0;  // counted from 0, in the trace that has it; of both, in the first
  std::string function;    // empty if a trace cannot be read through
  std::string what;        // "bytes of send is 800 in the first trace and 1600 in the second"
};

// Calls of one function on all ranks.
struct FunctionTotals {
  std::uint64_t calls = 0;
  std::uint64_t messages = 0;  // sent
  std::uint64_t bytes = 0;     // in messages that are sent
  std::uint64_t collective_bytes_sent = 0;
  std::uint64_t collective_bytes_received = 0;
  friend bool operator==(const FunctionTotals&, const FunctionTotals&) = default;
};
struct FunctionComparison {
  std::string function;
  FunctionTotals first;
  FunctionTotals second;
};

struct TraceComparison {
  std::uint32_t first_ranks = 0;
  std::uint32_t second_ranks = 0;
  std::uint64_t compared_calls = 0;   // pairs of calls
  std::uint64_t different_calls = 0;  // pairs that differ
  std::uint64_t calls_left_over = 0;  // calls that only one trace has
  std::uint64_t different_ranks = 0;
  std::vector<TraceDifference> differences;   // the first of each rank, up to most_shown of them
  std::vector<FunctionComparison> functions;  // by name; those of both traces
  std::uint64_t different_cells = 0;          // pairs of ranks whose messages or bytes differ
  double first_run_ns = 0;                    // computation and calls, average of the ranks
  double second_run_ns = 0;
  // Reasons why single calls cannot be compared: histograms in place of values.
  std::vector<std::string> limits;

  [[nodiscard]] bool are_equal() const;
};

// Compares all ranks that both have, in a time that is linear in their calls unless the traces
// differ in times only, as they are written. What a trace does not know, as the counts in one that
// was made of OTF2, equals everything. A trace that cannot be read through is different, and its
// difference says why. Thread: any.
TraceComparison compare(const Trace& first, const Trace& second,
                        const CompareOptions& options = {});

}  // namespace tarry::compressed

// SPDX-License-Identifier: BSD-3-Clause
// One process' part in uniting the summaries of a run while the processes still can talk: first the
// call paths of all go up a binomial tree of ranks and come back, then how much there is of each
// call path goes up, then the values go up, some call paths at a time, as many as fit into a
// buffer. Who carries the messages is not known here. What a process does afterwards replaces what
// it has given (changes_since).
// Source: M. Geimer et al., "The SCALASCA performance toolset architecture", sections 4.3 and 5.1;
// docs/decisions/023-run-time-summary.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/summary/process_summary.h"
#include "trace/summary/united_rows.h"

namespace tarry::trace::summary {

// Bounds of what a process holds, and of what the program waits for. What exceeds them is not
// united.
struct UnionLimits {
  std::uint64_t batch_bytes = std::uint64_t{16} << 20;  // values sent at a time, by all together
  std::uint64_t row_bytes = std::uint64_t{64} << 20;    // of one call path, of all processes
  std::uint64_t head_bytes = std::uint64_t{64} << 20;   // call paths of all processes
  std::uint64_t all_bytes = std::uint64_t{4} << 30;     // values of all processes
};

// The steps come in this order. One that returns false or nothing has failed for good.
class SummaryUnion {
 public:
  // `own`: what the process with this rank has so far; `id`: of the union, if the rank is 0.
  SummaryUnion(ProcessSummary own, std::uint32_t rank, std::uint64_t id,
               const UnionLimits& limits = {});

  // Call paths of this process and of those merged.
  [[nodiscard]] std::optional<std::string> paths() const;
  bool merge_paths(std::string_view behind);
  // Those of all, from rank 0.
  bool adopt_paths(std::string_view all);

  // If all rows fit into one batch, up to which call path it goes; else 0. Before or after the call
  // paths are adopted; of rank 0.
  [[nodiscard]] std::uint32_t only_batch() const;

  // Otherwise: how many bytes the rows of each call path have, here and in those merged.
  [[nodiscard]] std::string sizes() const;
  bool merge_sizes(std::string_view behind);

  // Rank 0: where the batch that begins with call path `first` ends, or nothing if a row of it or
  // all of them are too much. `first`: there is none left.
  [[nodiscard]] std::optional<std::uint32_t> end_of_batch(std::uint32_t first) const;

  // The rows of the call paths [first, end), here and, after it, in those merged.
  void begin_batch(std::uint32_t first, std::uint32_t end);
  [[nodiscard]] const std::string& rows() const { return rows_; }
  bool merge_rows(std::string_view behind);

  [[nodiscard]] const UnitedHead& head() const { return head_; }
  // What the process has given; nothing is left then.
  [[nodiscard]] ProcessSummary own() && { return std::move(own_); }

 private:
  UnionLimits limits_;
  ProcessSummary own_;
  std::uint32_t rank_;
  UnitedHead head_;
  std::vector<std::uint32_t> numbers_;  // in head_, of own call paths; ascending
  std::vector<std::uint64_t> sizes_;    // by call path of head_
  std::string rows_;
};

// What has to be said of a process that has given `given` to the union `id` and is `now` as it is:
// those call paths whose values differ, with what is above them. Nothing if call paths or threads
// are gone: then the union is of no use.
std::optional<ProcessSummary> changes_since(const ProcessSummary& given, ProcessSummary now,
                                            std::uint64_t id);

}  // namespace tarry::trace::summary

// SPDX-License-Identifier: BSD-3-Clause
// One process' part in uniting the summaries of a run while the processes can still exchange
// messages. First the call paths of all go up a binomial tree of ranks and come back, then the size
// of the values of each call path goes up, then the values go up, for as many call paths at a time
// as fit into a buffer. Other code carries the messages. Later changes of a process replace what it
// has given (changes_since). Sources: M. Geimer et al., "The SCALASCA performance toolset
// architecture", sections 4.3 and 5.1; docs/decisions/023-run-time-summary.md.
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

// Limits of the memory of a process and of the program's waiting time. A summary that exceeds them
// is not united.
struct UnionLimits {
  std::uint64_t batch_bytes = std::uint64_t{16} << 20;  // values that all send at a time
  std::uint64_t row_bytes = std::uint64_t{64} << 20;    // values of one call path, of all processes
  std::uint64_t head_bytes = std::uint64_t{64} << 20;   // call paths of all processes
  std::uint64_t all_bytes = std::uint64_t{4} << 30;     // values of all processes
};

// The steps come in this order. After a step that returns false or nothing, all have failed.
class SummaryUnion {
 public:
  // `own`: the summary of the process with this rank so far; `id`: of the union, if the rank is 0.
  SummaryUnion(ProcessSummary own, std::uint32_t rank, std::uint64_t id,
               const UnionLimits& limits = {});

  // Call paths of this process and of those merged.
  [[nodiscard]] std::optional<std::string> paths() const;
  bool merge_paths(std::string_view behind);
  // Adopts the call paths of all processes, which rank 0 sends.
  bool adopt_paths(std::string_view all);

  // Returns the end of the only batch if all rows fit into one; else 0. May be called before or
  // after the call paths are adopted; only on rank 0.
  [[nodiscard]] std::uint32_t only_batch() const;

  // Otherwise: the sizes in bytes of the rows of each call path, here and in those merged.
  [[nodiscard]] std::string sizes() const;
  bool merge_sizes(std::string_view behind);

  // On rank 0: returns the end of the batch that begins with call path `first`, which is `first` if
  // no path is left; nothing if one row or all rows together are too large.
  [[nodiscard]] std::optional<std::uint32_t> end_of_batch(std::uint32_t first) const;

  // The rows of the call paths [first, end): first those of this process, then with those merged.
  void begin_batch(std::uint32_t first, std::uint32_t end);
  [[nodiscard]] const std::string& rows() const { return rows_; }
  bool merge_rows(std::string_view behind);

  [[nodiscard]] const UnitedHead& head() const { return head_; }
  // Returns what the process has given; nothing is left here then.
  [[nodiscard]] ProcessSummary own() && { return std::move(own_); }

 private:
  UnionLimits limits_;
  ProcessSummary own_;
  std::uint32_t rank_;
  UnitedHead head_;
  std::vector<std::uint32_t> numbers_;  // positions of own call paths in head_; ascending
  std::vector<std::uint64_t> sizes_;    // by call path of head_
  std::string rows_;
};

// Returns the changes of a process that has given `given` to the union `id` and is now `now`: the
// call paths whose values differ, with all paths above them. Returns nothing if call paths or
// threads are gone: then the union cannot be used.
std::optional<ProcessSummary> changes_since(const ProcessSummary& given, ProcessSummary now,
                                            std::uint64_t id);

}  // namespace tarry::trace::summary

// SPDX-License-Identifier: BSD-3-Clause
// The union that the processes of a run have made of their summaries before MPI ended: the call
// paths of all and, call path by call path, the values of each process. While they unite, it
// consists of messages (summary_union.h), then of one file. Format: docs/formats/call-tree.md.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "trace/summary/path_tree.h"
#include "trace/summary/process_summary.h"

namespace tarry::trace::summary {

struct UnitedHead {
  std::uint64_t id = 0;  // this union's, not 0: ProcessSummary::united
  std::uint32_t processes = 0;
  std::uint64_t bytes = 0;  // size of all rows, less the beginning of each row
  PathTree tree;            // canonical
};

std::string packed(const UnitedHead& head);
// Returns nothing if `bytes` is not a head.
std::optional<UnitedHead> unpacked(std::string_view bytes);

// Rows are bytes: for one call path after the other the values of some processes, by rank.
// put_row() appends the row of one process for the next call path; without cells the row is empty.
void put_row(std::string& rows, std::uint32_t rank, const std::vector<Cell>& cells);
// The bytes that put_row() appends, and those of a row without values.
std::uint64_t row_bytes(const std::vector<Cell>& cells);
inline constexpr std::uint64_t kEmptyRow = sizeof(std::uint32_t);

// Returns the rows of some processes followed by those of the processes behind them, for the same
// call paths; nothing if the call paths differ.
std::optional<std::string> merged_rows(std::string_view front, std::string_view behind);

// Begins a file: call write() with the rows of all call paths, then commit().
base::Result<base::AtomicFile> begin_united_file(const UnitedHead& head, const std::string& path);

class UnitedRows {
 public:
  // Returns an error if the file is missing, damaged or of another version.
  static base::Result<UnitedRows> open(const std::string& path);
  [[nodiscard]] const UnitedHead& head() const { return head_; }

  // Calls visit(rank, cells) for all processes with values at the next call path. Returns an error
  // at the end of the file, too.
  using Visit = std::function<void(std::uint32_t rank, const std::vector<Cell>&)>;
  base::Status next(const Visit& visit);

 private:
  std::ifstream file_;
  std::uint64_t left_ = 0;  // bytes, at least those of the rows that are not read yet
  std::string path_;
  UnitedHead head_;
};

}  // namespace tarry::trace::summary

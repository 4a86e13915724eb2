// SPDX-License-Identifier: BSD-3-Clause
// What the processes of a run have united of their summaries before MPI ended: the call paths of
// all and, call path by call path, who has which values there. As messages while they do it
// (summary_union.h), then as one file. Format: docs/formats/call-tree.md.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/result.h"
#include "trace/summary/path_tree.h"
#include "trace/summary/process_summary.h"

namespace tarry::trace::summary {

struct UnitedHead {
  std::uint64_t id = 0;  // of this union, not 0: ProcessSummary::united
  std::uint32_t processes = 0;
  std::uint64_t bytes = 0;  // of the rows of all, less what each of them begins with
  PathTree tree;            // canonical
};

std::string packed(const UnitedHead& head);
// Nothing if `bytes` is no head.
std::optional<UnitedHead> unpacked(std::string_view bytes);

// Rows are bytes: for one call path after the other the values of some processes, by rank. Appends
// the row of the next call path, of one process; without cells it is an empty one.
void put_row(std::string& rows, std::uint32_t rank, const std::vector<Cell>& cells);
// Bytes that put_row() appends, and those of a row without values.
std::uint64_t row_bytes(const std::vector<Cell>& cells);
inline constexpr std::uint64_t kEmptyRow = sizeof(std::uint32_t);

// Rows of the same call paths, of some processes and of those behind them; nothing if they are not
// of the same call paths.
std::optional<std::string> merged_rows(std::string_view front, std::string_view behind);

// For write() with the rows of all call paths, then commit().
base::Result<base::AtomicFile> begin_united_file(const UnitedHead& head, const std::string& path);

class UnitedRows {
 public:
  // An Error if the file is damaged, of another version or no such file.
  static base::Result<UnitedRows> open(const std::string& path);
  [[nodiscard]] const UnitedHead& head() const { return head_; }

  // Calls visit(rank, cells) for all processes with values at the next call path. An Error at the
  // end of the file, too.
  using Visit = std::function<void(std::uint32_t rank, const std::vector<Cell>&)>;
  base::Status next(const Visit& visit);

 private:
  std::ifstream file_;
  std::uint64_t left_ = 0;  // bytes, at least those of the rows that were not read
  std::string path_;
  UnitedHead head_;
};

}  // namespace tarry::trace::summary

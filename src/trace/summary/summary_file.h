// SPDX-License-Identifier: BSD-3-Clause
// The summary of one process in a file of its own: first everything but the values, then the values
// call path by call path, in the order in which collation wants them. Format:
// docs/formats/call-tree.md.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/summary/process_summary.h"

namespace tarry::trace::summary {

base::Status write_summary_file(const ProcessSummary& summary, const std::string& path);

// Everything but `cells`, which the file has for each path of the tree. An Error if the file is
// damaged, of another version or no summary.
base::Result<ProcessSummary> read_summary_head(const std::string& path);

// With `cells`.
base::Result<ProcessSummary> read_summary_file(const std::string& path);

// The cells of one call path after the other, from the first or from where next() was before.
class SummaryRows {
 public:
  static base::Result<SummaryRows> open(const std::string& path, std::uint64_t position);
  // An Error at the end of the file, too.
  base::Status next(std::vector<Cell>& cells);
  // For open(): where the next path's cells are.
  [[nodiscard]] std::uint64_t position() const { return position_; }

 private:
  std::ifstream file_;
  std::string path_;
  std::uint64_t position_ = 0;
};

// For SummaryRows: where the cells of the first path are.
inline constexpr std::uint64_t kFirstRow = 0;

}  // namespace tarry::trace::summary

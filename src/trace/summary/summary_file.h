// SPDX-License-Identifier: BSD-3-Clause
// The summary of one process in a file of its own: first everything but the values, then the values
// call path by call path, in the order in which collation reads them. Format:
// docs/formats/call-tree.md.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/summary/process_summary.h"

namespace tarry::trace::summary {

base::Status write_summary_file(const ProcessSummary& summary, const std::string& path);

// Returns everything but `cells`, which the file has for each path of the tree. Returns an error if
// the file is damaged, of another version or no summary.
base::Result<ProcessSummary> read_summary_head(const std::string& path);

// Returns the summary with `cells`.
base::Result<ProcessSummary> read_summary_file(const std::string& path);

// Reads the cells of one call path after the other, from the first or from an earlier position on.
class SummaryRows {
 public:
  static base::Result<SummaryRows> open(const std::string& path, std::uint64_t position);
  // Returns an error at the end of the file, too.
  base::Status next(std::vector<Cell>& cells);
  // Returns the position of the next path's cells, for open().
  [[nodiscard]] std::uint64_t position() const { return position_; }

 private:
  std::ifstream file_;
  std::string path_;
  std::uint64_t position_ = 0;
};

// The position of the first path's cells, for SummaryRows.
inline constexpr std::uint64_t kFirstRow = 0;

}  // namespace tarry::trace::summary

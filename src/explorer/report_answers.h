// SPDX-License-Identifier: BSD-3-Clause
// Answers the questions that the explorer asks about one report (docs/formats/explorer-data.md).
// Whatever is asked, a large report is never read as a whole.
#pragma once

#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "explorer/subtree_sums.h"
#include "model/severity_cube.h"

namespace tarry::explorer {

// Thread: any. Errors of a report that is read late appear here.
class ReportAnswers {
 public:
  // `name` is what the user called the report. Source files that are named by a relative path are
  // looked for in `source_folders`.
  ReportAnswers(std::string name, model::SeverityCube cube,
                std::vector<std::filesystem::path> source_folders);

  [[nodiscard]] const std::string& name() const { return name_; }
  // The cube may be used while nothing is asked.
  [[nodiscard]] const model::SeverityCube& cube() const { return cube_; }

  // Returns what `tarry report` says first, a sentence each.
  base::Result<std::vector<std::string>> headline();
  base::Result<std::string> structure();
  // The sum over all locations for each call path, without those below it.
  base::Result<std::vector<double>> callpath_sums(model::MetricId metric);
  base::Result<std::vector<double>> location_sums(model::MetricId metric);
  // The sum of some call paths for each location; each stands for those below it, too, if
  // `inclusive`.
  base::Result<std::vector<double>> location_sums(model::MetricId metric,
                                                  const std::vector<model::CallPathId>& callpaths,
                                                  bool inclusive);
  // The text of a source file that the report names. NotFound if it is not at hand, is no source
  // file by its name, or too large.
  base::Result<std::string> source(const std::string& file) const;

 private:
  std::string name_;
  model::SeverityCube cube_;
  std::vector<std::filesystem::path> source_folders_;
  SubtreeSums subtrees_;
  std::mutex mutex_;
};

}  // namespace tarry::explorer

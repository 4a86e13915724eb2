// SPDX-License-Identifier: BSD-3-Clause
// Answers the questions that the explorer asks about one report (docs/formats/explorer-data.md).
// Whatever is asked, a large report is never read as a whole.
#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "explorer/region_sums.h"
#include "explorer/subtree_sums.h"
#include "model/severity_cube.h"
#include "report/time_parts.h"

namespace tarry::explorer {

// A call path on which others wait.
struct DelayCost {
  std::string place;  // of whom, and where
  model::CallPathId callpath;
  double cost_s = 0.0;
};

// What `tarry report` says first.
struct FirstScreen {
  std::vector<std::string> headline;         // a sentence each
  std::vector<report::TimePart> time_parts;  // what the time consists of
  std::vector<DelayCost> costs;              // in a report without findings
};

// Thread: any. Errors of a report that is read late appear here.
class ReportAnswers {
 public:
  // `name` is what the user called the report. Source files that are named by a relative path are
  // looked for in `source_folders`. Metrics whose values do not add up are left out.
  ReportAnswers(std::string name, model::SeverityCube cube,
                std::vector<std::filesystem::path> source_folders);

  [[nodiscard]] const std::string& name() const { return name_; }
  // The cube may be used while nothing is asked or added up ahead.
  [[nodiscard]] const model::SeverityCube& cube() const { return cube_; }

  // Once it is known, it stays, whatever turns out to be damaged later.
  base::Result<FirstScreen> first_screen();
  base::Result<std::string> structure();
  // The sum over all locations for each call path, without those below it.
  base::Result<std::vector<double>> callpath_sums(model::MetricId metric);
  base::Result<std::vector<double>> location_sums(model::MetricId metric);
  // The sum of some call paths for each location; each stands for those below it, too, if
  // `inclusive`.
  base::Result<std::vector<double>> location_sums(model::MetricId metric,
                                                  const std::vector<model::CallPathId>& callpaths,
                                                  bool inclusive);
  // The sum of some regions for each location, each named by one of its call paths; with what they
  // call if `inclusive`.
  base::Result<std::vector<double>> region_sums(model::MetricId metric,
                                                const std::vector<model::CallPathId>& regions,
                                                bool inclusive);
  // The text of a source file that the report names. NotFound if it is not at hand, is no source
  // file by its name, or too large.
  base::Result<std::string> source(const std::string& file) const;

  // From now on a thread adds up what questions about large subtrees need, first for the metric
  // that was asked for last. Questions come first. If the system refuses a thread, such a question
  // takes longer.
  void add_up_ahead();
  // Waits until nothing is left to be added up ahead.
  void wait_for_sums();

 private:
  class Question;
  void add_up(const std::stop_token& stop);
  bool keep_more();

  std::string name_;
  model::SeverityCube cube_;
  std::vector<std::filesystem::path> source_folders_;
  std::optional<FirstScreen> first_screen_;
  SubtreeSums subtrees_;
  RegionSums regions_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::atomic<int> questions_ = 0;  // that are being answered or wait for it
  model::MetricId asked_;           // the last one
  std::uint32_t next_ = 0;  // metrics in front of it have their sums, as far as there was room
  bool has_work_ = false;
  std::jthread ahead_;
};

}  // namespace tarry::explorer

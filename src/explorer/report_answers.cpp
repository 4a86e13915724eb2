// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/report_answers.h"

#include <algorithm>
#include <utility>

#include "explorer/source_file.h"
#include "report/json_report.h"
#include "report/lost_cores.h"
#include "report/query.h"
#include "report/text_escape.h"
#include "report/text_report.h"
#include "report/unexplained.h"
#include "report/wait_states.h"

namespace tarry::explorer {

using model::CallPathId;
using model::MetricId;

ReportAnswers::ReportAnswers(std::string name, model::SeverityCube cube,
                             std::vector<std::filesystem::path> source_folders)
    : name_(std::move(name)),
      cube_(std::move(cube)),
      source_folders_(std::move(source_folders)),
      subtrees_(cube_) {}

base::Result<std::vector<std::string>> ReportAnswers::headline() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines = {report::headline(cube_)};
  const bool is_of_one_run = !cube_.experiment.attributes.contains(report::kOperationKey);
  if (is_of_one_run) {
    if (const auto lost = report::lost_cores(cube_))
      lines.push_back(report::lost_cores_text(*lost));
    lines.push_back(report::waiting_summary(cube_));
    lines.push_back(report::unexplained_note(cube_));
  }
  TRY(cube_.reading());
  std::erase(lines, "");
  for (std::string& line : lines) line = report::one_line(line);
  return lines;
}

base::Result<std::string> ReportAnswers::structure() {
  const std::lock_guard lock(mutex_);
  std::string text = report::json_structure(cube_);
  TRY(cube_.reading());
  return text;
}

base::Result<std::vector<double>> ReportAnswers::callpath_sums(MetricId metric) {
  const std::lock_guard lock(mutex_);
  std::vector<double> sums = report::sums_by_callpath(cube_, metric, false);
  TRY(cube_.reading());
  return sums;
}

base::Result<std::vector<double>> ReportAnswers::location_sums(MetricId metric) {
  const std::lock_guard lock(mutex_);
  std::vector<double> sums = cube_.sums_by_location(metric);
  TRY(cube_.reading());
  return sums;
}

base::Result<std::vector<double>> ReportAnswers::location_sums(
    MetricId metric, const std::vector<CallPathId>& callpaths, bool inclusive) {
  const std::lock_guard lock(mutex_);
  std::vector<double> sums(cube_.locations.size());
  for (const CallPathId callpath : callpaths) {
    const std::vector<double> values =
        inclusive ? subtrees_.of(metric, callpath) : cube_.copy_of_row(metric, callpath);
    for (std::size_t i = 0; i < values.size(); ++i) sums[i] += values[i];
  }
  TRY(cube_.reading());
  return sums;
}

base::Result<std::string> ReportAnswers::source(const std::string& file) const {
  const bool is_named =
      !file.empty() && std::any_of(cube_.callpaths.begin(), cube_.callpaths.end(),
                                   [&](const auto& path) { return path.file == file; });
  if (!is_named)
    return base::Error{base::ErrorCode::NotFound, "the report names no such file", file, ""};
  return read_source(file, source_folders_);
}

}  // namespace tarry::explorer

// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/report_file.h"

#include <algorithm>
#include <filesystem>

#include "base/experiment_files.h"
#include "experiment/experiment.h"
#include "experiment/missing.h"
#include "report/load.h"
#include "report/summary_warnings.h"

namespace tarry::experiment {

namespace fs = std::filesystem;

base::Result<std::string> report_file(const std::string& path, Preferred preferred) {
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    return base::Error{base::ErrorCode::NotFound, "no such experiment or report", path,
                       "'tarry record' makes one"};
  if (!fs::is_directory(path, ignored)) return path;
  const Experiment experiment(path);
  const bool summary_first = preferred == Preferred::Summary;
  for (const Part part : {summary_first ? Part::Summary : Part::Analysis,
                          summary_first ? Part::Analysis : Part::Summary, Part::Diagnosis})
    if (experiment.has(part)) return experiment.path(part).string();
  return no_report(experiment);
}

namespace {

void add_once(std::vector<std::string> more, model::SeverityCube& cube) {
  std::vector<std::string>& warnings = cube.experiment.warnings;
  for (std::string& warning : more)
    if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end())
      warnings.push_back(std::move(warning));
}

void complete_summary(const std::string& file, model::SeverityCube& cube) {
  if (fs::path(file).filename() != base::kSummaryFile) return;
  add_recording_warnings(Experiment::around(fs::absolute(file)), cube);
  add_once(report::summary_warnings(cube), cube);
}

}  // namespace

void add_recording_warnings(const Experiment& experiment, model::SeverityCube& cube) {
  add_once(experiment.manifest().warnings, cube);
}

base::Result<model::SeverityCube> load_report_file(const std::string& file) {
  TRY_ASSIGN(model::SeverityCube cube, report::load_report(file));
  complete_summary(file, cube);
  return cube;
}

base::Result<model::SeverityCube> open_report_file(const std::string& file) {
  TRY_ASSIGN(model::SeverityCube cube, report::open_report(file));
  complete_summary(file, cube);
  TRY(cube.reading());
  return cube;
}

}  // namespace tarry::experiment

// SPDX-License-Identifier: BSD-3-Clause
#include "cli/report_file.h"

#include <algorithm>
#include <filesystem>

#include "base/experiment_files.h"
#include "cli/experiment_contents.h"
#include "cli/manifest.h"
#include "report/load.h"
#include "report/summary_warnings.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

}  // namespace

base::Result<std::string> report_file(const std::string& path, Preferred preferred) {
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    return base::Error{base::ErrorCode::NotFound, "no such experiment or report", path,
                       "'tarry record' makes one"};
  if (!fs::is_directory(path, ignored)) return path;
  const ExperimentContents has = contents_of(path);
  const bool summary = has.summary && (preferred == Preferred::Summary || !has.analysis);
  if (summary) return (fs::path(path) / base::kSummaryFile).string();
  if (has.analysis) return (fs::path(path) / base::kAnalysisFile).string();
  if (has.diagnosis) return (fs::path(path) / base::kDiagnosisFile).string();
  return no_report(path);
}

base::Result<model::SeverityCube> load_report_file(const std::string& file) {
  TRY_ASSIGN(model::SeverityCube cube, report::load_report(file));
  if (fs::path(file).filename() != base::kSummaryFile) return cube;
  std::vector<std::string>& warnings = cube.experiment.warnings;
  std::vector<std::string> more = manifest_warnings(fs::absolute(file).parent_path());
  for (std::string& warning : report::summary_warnings(cube)) more.push_back(std::move(warning));
  for (std::string& warning : more)
    if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end())
      warnings.push_back(std::move(warning));
  return cube;
}

}  // namespace tarry::cli

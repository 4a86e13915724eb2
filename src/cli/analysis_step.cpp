// SPDX-License-Identifier: BSD-3-Clause
#include "cli/analysis_step.h"

#include <algorithm>

#include "analysis/analyze.h"
#include "cli/manifest.h"
#include "cli/messages.h"
#include "report/cubex.h"
#include "report/wait_states.h"
#include "trace/finish/archive_finisher.h"
#include "trace/otf2/archive_reader.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAnchorName = "traces.otf2";

base::Status finish_if_needed(const fs::path& directory, const CommonOptions& common) {
  std::error_code ignored;
  if (!trace::finish::is_unfinished(directory)) return base::kOk;
  say(common, "the recording was not finished; doing that first");
  base::Result<trace::finish::FinishedArchive> finished =
      trace::finish::finish_archive(directory, common.threads);
  if (finished.ok()) return complete_manifest(directory, *finished);
  if (fs::exists(directory / kAnchorName, ignored)) return base::kOk;
  return std::move(finished).error();
}

}  // namespace

base::Result<fs::path> find_trace(const fs::path& trace, const CommonOptions& common) {
  std::error_code ignored;
  if (!fs::exists(trace, ignored))
    return base::Error{base::ErrorCode::NotFound, "no such experiment or trace", trace.string(),
                       "tarry record makes one"};
  if (!fs::is_directory(trace, ignored)) return trace;
  TRY(finish_if_needed(trace, common));
  if (fs::exists(trace / kAnchorName, ignored)) return trace / kAnchorName;
  std::vector<fs::path> anchors;
  for (fs::directory_iterator it(trace, ignored), end; !ignored && it != end; it.increment(ignored))
    if (it->path().extension() == ".otf2") anchors.push_back(it->path());
  if (anchors.size() == 1) return anchors.front();
  return base::Error{base::ErrorCode::NotFound, "no trace in the directory", trace.string(),
                     "there should be a traces.otf2"};
}

base::Result<model::SeverityCube> analyze_to(const fs::path& anchor, const fs::path& output,
                                             const CommonOptions& common) {
  TRY_ASSIGN(const std::unique_ptr<trace::TraceSource> source, trace::otf2::open_archive(anchor));
  analysis::Options options;
  options.threads = common.threads;
  TRY_ASSIGN(model::SeverityCube cube, analysis::analyze(*source, options));
  std::vector<std::string>& warnings = cube.experiment.warnings;
  for (std::string& warning : manifest_warnings(anchor.parent_path()))
    if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end())
      warnings.push_back(std::move(warning));
  TRY(report::write_cubex(cube, output.string()));
  return cube;
}

void say_findings(const model::SeverityCube& cube, const std::string& shown_path,
                  const CommonOptions& common) {
  for (const std::string& warning : cube.experiment.warnings) warn(common, warning);
  say(common, report::waiting_summary(cube));
  say(common, "more: tarry report " + shell_line({shown_path}));
}

}  // namespace tarry::cli

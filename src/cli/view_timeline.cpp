// SPDX-License-Identifier: BSD-3-Clause
#include "cli/view_timeline.h"

#include <algorithm>
#include <utility>

#include "analysis/analyze.h"
#include "cli/messages.h"
#include "cli/progress_line.h"
#include "experiment/experiment.h"
#include "timeline/timeline.h"
#include "trace/open_trace.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

// Says what is odd in the trace and missing in the report: the trace may have been damaged since,
// or the report may come from an earlier version.
void warn_of_news(const model::SeverityCube& report, const std::vector<std::string>& found,
                  const CommonOptions& common) {
  const std::vector<std::string>& known = report.experiment.warnings;
  const auto is_known = [&](const std::string& warning) {
    return std::find(known.begin(), known.end(), warning) != known.end();
  };
  if (std::all_of(found.begin(), found.end(), is_known)) return;
  warn(common,
       "the trace has more that is odd than its report says; 'tarry analyze' makes it anew");
  for (const std::string& warning : found)
    if (!is_known(warning)) warn(common, warning);
}

base::Status make_index_of(model::TraceSource& source, const timeline::Place& place,
                           const model::SeverityCube& report, std::uint64_t limit,
                           const CommonOptions& common) {
  say(common, "making the index of the timeline, " + place.index.string() +
                  "; this is done once (--no-timeline does without)");
  analysis::Progress progress;
  const auto insights = [&](const model::VisitEvents& visit,
                            const model::TakePath& path) -> base::Status {
    analysis::Options options;
    options.threads = common.threads;
    options.progress = &progress;
    options.findings = false;
    options.visit = visit;
    options.path = path;
    options.visits_in_turn = false;
    options.memory_limit = limit;
    options.spill_directory = fs::absolute(place.index).parent_path();
    TRY_ASSIGN(const analysis::Analysis analysis, analysis::analyze(source, options));
    warn_of_news(report, analysis.cube.experiment.warnings, common);
    return base::kOk;
  };
  const ProgressLine line(progress, !common.quiet);
  return timeline::make_index(source, place, insights, common.threads);
}

}  // namespace

base::Result<std::unique_ptr<explorer::TimelineAnswers>> timeline_beside(
    const fs::path& report_file, const model::SeverityCube& cube, std::uint64_t memory_limit,
    const CommonOptions& common) {
  using experiment::Part;
  std::unique_ptr<explorer::TimelineAnswers> none;
  const experiment::Experiment around = experiment::Experiment::around(fs::absolute(report_file));
  if (!around.has(Part::Archive) || around.is_unfinished()) return none;
  const timeline::Place place = timeline::place_beside(around.path(Part::Archive));
  TRY_ASSIGN(std::unique_ptr<model::TraceSource> source,
             trace::open_trace(place.trace, trace::TimeCorrection::Full));
  if (!timeline::has_index(*source, place))
    TRY(make_index_of(*source, place, cube, memory_limit, common));
  TRY_ASSIGN(std::unique_ptr<timeline::Timeline> timeline,
             timeline::open_timeline(*source, place, common.threads));
  std::optional<std::vector<std::uint32_t>> locations =
      explorer::positions_of_lines(timeline->overview().lines, source->definitions(), cube);
  if (!locations) {
    warn(common, "the trace beside the report has other ranks or threads, so there is no timeline");
    return none;
  }
  return std::make_unique<explorer::TimelineAnswers>(std::move(source), std::move(timeline),
                                                     *std::move(locations));
}

}  // namespace tarry::cli

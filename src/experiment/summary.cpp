// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/summary.h"

#include <fmt/core.h>

#include <utility>

#include "base/shell_line.h"
#include "base/stopwatch.h"
#include "experiment/products.h"
#include "experiment/report_file.h"
#include "model/metric.h"
#include "report/text_report.h"
#include "trace/summary/finish_summary.h"

namespace tarry::experiment {
namespace {

// Selects the ten regions with the most time.
report::Selection time_by_region(const model::SeverityCube& cube) {
  report::Selection out;
  out.metrics.push_back(cube.find(model::metric::time));
  out.by = report::By::Region;
  out.top = 10;
  return out;
}

}  // namespace

base::Status Summary::gather(Recorded& recorded) {
  return trace::summary::gather_summaries(recorded.experiment.directory(), recorded.threads);
}

base::Status Summary::finish(Recorded& recorded) {
  const base::Stopwatch writing;
  TRY_ASSIGN(
      trace::finish::FinishedArchive made,
      trace::summary::write_summary(recorded.experiment.directory(), recorded.manifest.archive));
  recorded.tell_detail(fmt::format("the summary was written in {:.3f} s", writing.seconds()));
  recorded.take(std::move(made));
  return base::kOk;
}

base::Status Summary::conclude(Recorded& recorded, const Products& all) {
  if (all.has(Part::Archive)) return base::kOk;
  const auto say_more = [&](const std::string& shown) {
    recorded.voice.say("more: tarry report " + base::shell_line({shown}));
  };
  if (all.has(Part::Compressed)) {
    say_more(Experiment(recorded.shown_name).path(Part::Summary).string());
    return base::kOk;
  }
  TRY_ASSIGN(model::SeverityCube cube,
             load_report_file(recorded.experiment.path(Part::Summary).string()));
  for (const std::string& warning : cube.experiment.warnings) recorded.voice.warn(warning);
  cube.experiment.warnings.clear();  // the text would repeat them
  recorded.voice.show(report::text_report(cube, time_by_region(cube), recorded.voice.style()));
  say_more(recorded.shown_name);
  return base::kOk;
}

}  // namespace tarry::experiment

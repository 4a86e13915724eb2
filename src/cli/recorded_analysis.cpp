// SPDX-License-Identifier: BSD-3-Clause
#include "cli/recorded_analysis.h"

#include <utility>

#include "cli/analysis_step.h"
#include "cli/processes.h"

namespace tarry::cli {

base::Status RecordedAnalysis::conclude(experiment::Recorded& recorded,
                                        const experiment::Products& /*all*/) {
  const experiment::Experiment& experiment = recorded.experiment;
  AnalysisWishes wishes;
  wishes.is_beside = true;
  auto analyzed = analyze_to(experiment.path(experiment::Part::Archive), experiment.path(part()),
                             common_, Processes::alone(), wishes);
  if (!analyzed.ok()) {
    experiment.log(analyzed.error().message());
    recorded.tell_warnings();
    return std::move(analyzed).error();
  }
  say_findings(analyzed->cube, recorded.shown_name, common_);
  return base::kOk;
}

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
#include "cli/view_diagnosis.h"

#include "cli/diagnosis_step.h"
#include "cli/messages.h"
#include "diagnosis/report/diagnosis_cube.h"
#include "diagnosis/report/explorer_diagnosis.h"

namespace tarry::cli {

base::Result<ViewedDiagnosis> viewed_diagnosis(const experiment::Experiment& experiment,
                                               const std::string& name, const std::string& labels,
                                               const CommonOptions& common) {
  say(common, "diagnosing the samples in " + name + " (--no-diagnosis does without)");
  const Processes processes = Processes::alone();
  TRY_ASSIGN(const diagnosis::Diagnosis made,
             diagnose_samples(experiment, labels,
                              {.picture = true, .severities = true, .path_times = true}, processes,
                              common));
  diagnosis::ExplorerDiagnosis shown = diagnosis::explorer_diagnosis(made, name);
  return ViewedDiagnosis{{std::move(shown.whole), std::move(shown.rows)},
                         diagnosis::diagnosis_cube(made, name)};
}

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
// The diagnosis of an experiment's samples for `tarry view`, made when it starts.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "experiment/experiment.h"
#include "explorer/session.h"
#include "model/severity_cube.h"

namespace tarry::cli {

struct ViewedDiagnosis {
  explorer::DiagnosisAnswers answers;
  model::SeverityCube cube;  // what `tarry diagnose` writes as diagnosis.cubex
};

// Diagnoses the samples of the experiment. `name` is what the user called it. `labels` names a file
// with further rules, or is empty.
base::Result<ViewedDiagnosis> viewed_diagnosis(const experiment::Experiment& experiment,
                                               const std::string& name, const std::string& labels,
                                               const CommonOptions& common);

}  // namespace tarry::cli

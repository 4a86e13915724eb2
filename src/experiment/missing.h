// SPDX-License-Identifier: BSD-3-Clause
// What an experiment lacks, and which command comes next. Every verb that does not find what it
// needs says it with these words.
#pragma once

#include <string>

#include "base/result.h"
#include "experiment/experiment.h"

namespace tarry::experiment {

// Why there is no report in `experiment`, which has no analysis, summary or diagnosis.
base::Error no_report(const Experiment& experiment);

// Why there is nothing to be analyzed in `experiment`.
base::Error no_trace(const Experiment& experiment);

// For an experiment whose summary is shown: what else this run can tell, and how to get it.
std::string more_than_summary(const Experiment& experiment);
// For one whose analysis is shown: where the summary is that knows more. Empty if there is none.
std::string more_than_analysis(const Experiment& experiment);

}  // namespace tarry::experiment

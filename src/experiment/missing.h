// SPDX-License-Identifier: BSD-3-Clause
// Messages about what an experiment lacks and which command comes next. Every verb uses them, so
// that all say it with the same words.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "experiment/experiment.h"

namespace tarry::experiment {

// Returns that nothing was recorded, with the reasons, if any are known; `otherwise` is what to say
// without one.
base::Error nothing_recorded(const std::string& what, const Experiment& experiment,
                             std::span<const std::string> reasons, const std::string& otherwise);
// Tells a user whose program reaches nothing that is recorded how to get something.
inline constexpr const char* kSamplesNeedNothing =
    "'tarry record --sample' records any program, as it is";

// Returns why there is no report in `experiment`, which has no analysis, summary or diagnosis.
base::Error no_report(const Experiment& experiment);

// Returns why there is nothing to be analyzed in `experiment`.
base::Error no_trace(const Experiment& experiment);

// Returns, for a user who is shown the summary, what else this run can tell and how to get it.
std::string more_than_summary(const Experiment& experiment);
// Returns, for a user who is shown the analysis, where the summary is. Empty if the summary knows
// nothing more or is missing.
std::string more_than_analysis(const Experiment& experiment);

}  // namespace tarry::experiment

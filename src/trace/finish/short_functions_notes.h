// SPDX-License-Identifier: BSD-3-Clause
// Messages to the user about functions that the adaptive filter has excluded
// (docs/decisions/049-adaptive-filter.md).
#pragma once

#include <string>
#include <vector>

#include "trace/finish/raw_experiment.h"

namespace tarry::trace::finish {

// Returns which functions were excluded and which of them came back; empty if nothing was left out.
// Names of functions are looked up in the objects on this machine.
std::vector<std::string> short_functions_notes(const std::vector<RawProcess>& processes);

}  // namespace tarry::trace::finish

// SPDX-License-Identifier: BSD-3-Clause
// What the user is told of functions that left themselves out
// (docs/decisions/049-adaptive-filter.md).
#pragma once

#include <string>
#include <vector>

#include "trace/finish/raw_experiment.h"

namespace tarry::trace::finish {

// Which functions were left out, and which of them came back; none: nothing was left out. Names of
// functions are looked up in the objects on this machine.
std::vector<std::string> short_functions_notes(const std::vector<RawProcess>& processes);

}  // namespace tarry::trace::finish

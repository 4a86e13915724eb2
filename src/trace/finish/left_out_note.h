// SPDX-License-Identifier: BSD-3-Clause
// What the user is told of functions that left themselves out
// (docs/decisions/049-adaptive-filter.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "trace/finish/raw_experiment.h"

namespace tarry::trace::finish {

// One sentence: which functions, how many of their calls, and what that saved. Nothing if there are
// none. Names of functions are looked up in the objects on this machine.
std::optional<std::string> left_out_note(const std::vector<RawProcess>& processes);

}  // namespace tarry::trace::finish

// SPDX-License-Identifier: BSD-3-Clause
// Each predicted rank computes as long as the mean of its class. Where ranks of a class differ, the
// others wait for the slower ones, and a prediction does not show it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compressed/extrapolate/base_trace.h"

namespace tarry::compressed {

// Returns a note for FormulaTrace::notes about the class and trace whose ranks differ most in the
// time that they compute between calls, or nothing if none differ by more than a quarter of their
// mean. Traces may keep the times of ranks together, which then differ less than the ranks did.
std::optional<std::string> uneven_loads(const std::vector<GridView>& views, const Places& places);

}  // namespace tarry::compressed

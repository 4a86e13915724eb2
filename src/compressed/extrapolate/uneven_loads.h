// SPDX-License-Identifier: BSD-3-Clause
// Each predicted rank computes as long as the law of its class tells (rank_law.h). Where ranks
// differ in other ways, the others wait for the slower ones, and a prediction does not show it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compressed/extrapolate/base_trace.h"
#include "compressed/extrapolate/formula_trace.h"

namespace tarry::compressed {

// What the note of uneven_loads() begins with.
inline constexpr std::string_view kUnevenLoads = "the loads of single ranks";

// Returns a note for FormulaTrace::notes about the class and trace whose ranks differ most in what
// they compute between calls beyond what the formulas tell, or nothing if none differ by more than
// a quarter of their mean. Traces may keep the times of ranks together, which then differ less than
// the ranks did.
std::optional<std::string> uneven_loads(const std::vector<GridView>& views,
                                        const FormulaTrace& formulas);

}  // namespace tarry::compressed

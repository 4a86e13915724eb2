// SPDX-License-Identifier: BSD-3-Clause
// The formula of one number from what it is in several traces.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compressed/extrapolate/formula_trace.h"
#include "compressed/fit/extents.h"

namespace tarry::compressed {

// What numbers are: a rank or a partner, which is a sum of few products of extents with small
// coefficients, or anything else.
enum class NumberKind : std::uint8_t { Position, Amount };

// Returns the formula of a number, or nothing if none gives all observations. Without observations
// it is 0. If they only just determine several formulas, the one with the smallest coefficients is
// taken, and its coefficients must be integers.
std::optional<NumberFormula> fit_number(const std::vector<Observation>& observations,
                                        NumberKind kind);

}  // namespace tarry::compressed

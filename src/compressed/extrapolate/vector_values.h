// SPDX-License-Identifier: BSD-3-Clause
// Vectors of values from formulas. What repeats is made once, so the time does not grow with the
// repetitions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "compressed/extrapolate/formula_trace.h"
#include "compressed/model/sequence.h"

namespace tarry::compressed {

// Returns the values for a grid: `uses` of them if the vector is constant. Returns nothing if a
// formula has no value there, or a count is negative.
std::optional<Sequence> values_at(const VectorFormula& formula, const Extents& extents,
                                  std::uint64_t uses);

// Like mapped(), but values of one repetition are mapped once.
Sequence mapped_by_structure(const Sequence& values,
                             const std::function<std::int64_t(std::int64_t)>& map);

}  // namespace tarry::compressed

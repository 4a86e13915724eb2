// SPDX-License-Identifier: BSD-3-Clause
// Formulas for the values of an element from the vectors that it has in several traces.
//
// The vectors must have one structure, but the same structure is written in several ways: with one
// repetition there is no group, two values are no progression yet, and offsets of a small grid may
// be a progression by chance. So vectors whose repetitions have the same number of values are
// fitted value by value. Others are matched with the vector of one trace in ways that become more
// liberal: term by term; with geometric progressions; and with parts that are missing in some
// traces.
#pragma once

#include <optional>
#include <vector>

#include "compressed/extrapolate/fit_number.h"
#include "compressed/extrapolate/formula_trace.h"
#include "compressed/model/sequence.h"

namespace tarry::compressed {

struct ObservedVector {
  Extents extents;
  const Sequence* values = nullptr;  // not empty
};
// Returns nothing if there are no formulas that give all vectors. `kind` is that of the values.
// Thread: any.
std::optional<VectorFormula> fit_vector(const std::vector<ObservedVector>& observed,
                                        NumberKind kind);

}  // namespace tarry::compressed

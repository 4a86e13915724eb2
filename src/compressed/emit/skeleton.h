// SPDX-License-Identifier: BSD-3-Clause
// Formulas as a trace from which a program is built like from any other: one "rank" for each class
// of ranks, and symbols in place of numbers that depend on the extents. Vectors must have lengths,
// so passes and requests are counted on a sample grid. What depends on that grid nevertheless is
// seen by comparing the programs of two grids.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "compressed/emit/scale.h"
#include "compressed/model/trace.h"

namespace tarry::emit {

struct Skeleton {
  compressed::Trace trace;
  // By class: the formulas of its events, in their order.
  std::vector<std::vector<const compressed::EventFormula*>> formulas;
};

// Returns the trace for a sample grid, an index into the grids of the symbols. After an Error,
// another sample grid may do. Thread: any.
base::Result<Skeleton> skeleton_of(Scale& scale, std::size_t sample);

}  // namespace tarry::emit

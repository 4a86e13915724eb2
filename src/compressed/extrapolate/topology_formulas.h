// SPDX-License-Identifier: BSD-3-Clause
// The formulas of all classes of ranks and of the communicators in one topology.
#pragma once

#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/base_trace.h"
#include "compressed/extrapolate/call_marks.h"
#include "compressed/extrapolate/formula_trace.h"
#include "compressed/extrapolate/topology.h"

namespace tarry::compressed {

// Returns an Error for what no formula explains. `faults` may be nullptr; else it has marks for
// each base trace, and the calls of all classes that must go for this topology are marked. Thread:
// any.
base::Result<FormulaTrace> formulas_in(const Topology& topology,
                                       const std::vector<BaseTrace>& bases,
                                       std::vector<CallMarks>* faults);

}  // namespace tarry::compressed

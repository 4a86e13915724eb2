// SPDX-License-Identifier: BSD-3-Clause
// The formulas of one class of ranks from its calls in all base traces.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/class_calls.h"
#include "compressed/extrapolate/class_faults.h"
#include "compressed/extrapolate/formula_trace.h"

namespace tarry::compressed {

// Returns an Error that names the site and the values if the traces have other calls in a class or
// no formula gives their numbers. `class_name` is for messages. `faults`, if given, gets what must
// be left out: calls that some traces lack, else loops, else calls with numbers without a formula.
base::Result<ClassFormula> fit_class(ClassCalls& calls, const CommonNames& names,
                                     const std::string& class_name,
                                     std::vector<ClassFault>* faults = nullptr);

}  // namespace tarry::compressed

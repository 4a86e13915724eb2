// SPDX-License-Identifier: BSD-3-Clause
// Formulas of programs that cannot be extrapolated exactly, from what is left of their traces. The
// second level leaves out what not all ranks of a class do (keep_common.h), the third one also what
// not all traces have, or what no formula explains: the fit names its faults, the calls go, and the
// fit is repeated. Of loops whose trips follow no formula, the fewest trips stay. Calls whose
// formulas have no possible value on the target go as well.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.2.4, which compares traces of
// different sizes call by call. That values and trips may follow formulas is our completion.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/extrapolate/formula_trace.h"
#include "compressed/extrapolate/leave_out.h"

namespace tarry::compressed {

inline constexpr std::string_view kNoFormula = "which follow no formula over all traces";
inline constexpr std::string_view kImpossible =
    "whose formulas have no possible value for the target";

// What one step left out of one trace.
struct Loss {
  std::string trace;  // its name; empty: the predicted one
  std::uint32_t ranks = 0;
  std::string why;  // "which not all ranks with their place share"
  std::vector<LeftOutCalls> calls;
};

// Adds a loss to those of the same trace for the same reason. A trace without losses adds nothing.
void add_loss(Loss loss, std::vector<Loss>& losses);

struct LossyFit {
  FormulaTrace formulas;
  std::vector<Loss> losses;
};

enum class LossyLevel : std::uint8_t { BetweenRanks = 2, BetweenTraces = 3 };

// Returns the extents of the target, which depend on the formulas.
using TargetOf = std::function<base::Result<Extents>(const FormulaTrace&)>;

// Returns the formulas of fit_formulas() if there are some, without a loss. The error says why what
// is left cannot be extrapolated either. Without a target, formulas are not tried on one. Thread:
// any.
base::Result<LossyFit> fit_lossy(std::vector<NamedTrace> traces, LossyLevel level,
                                 const TargetOf& target = {});

}  // namespace tarry::compressed

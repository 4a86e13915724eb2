// SPDX-License-Identifier: BSD-3-Clause
// The trace of a grid from formulas. The time depends on the number of ranks and on the calls
// of one rank per class, which are gone through for its times.
#pragma once

#include <optional>

#include "base/result.h"
#include "compressed/extrapolate/formula_trace.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// How far to trust the computation before all calls of a trace.
struct TimeErrors {
  double computation_ns = 0;
  double error_ns = 0;        // of the computation: each fitted time with the error of its fit
  double unconfirmed_ns = 0;  // of the computation: from fits to as many runs as they have unknowns

  // Returns the error in relation to the computation, as if all fits were off in one direction.
  [[nodiscard]] double error() const { return computation_ns > 0 ? error_ns / computation_ns : 0; }
};

// Returns a canonical trace of the ranks of `extents`. Messages that receives from any source get
// are kUnknown. Returns an Error that names the site if a formula has no possible value there, and
// if the grid has a class of ranks that no base trace has. `errors`, if given, gets those of its
// times, and `impossible_at`, if given, the site of a formula without a possible value. Thread:
// any.
base::Result<Trace> evaluate(const FormulaTrace& formulas, const Extents& extents,
                             TimeErrors* errors = nullptr,
                             std::optional<SiteId>* impossible_at = nullptr);

}  // namespace tarry::compressed

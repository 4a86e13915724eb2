// SPDX-License-Identifier: BSD-3-Clause
// What tarry extrapolate says about its result: the grid, and every call that it lacks.
#pragma once

#include <string>
#include <vector>

#include "compressed/extrapolate/formula_trace.h"
#include "compressed/extrapolate/lossy.h"
#include "compressed/model/trace.h"

namespace tarry::cli {

struct Extrapolation {
  const compressed::FormulaTrace& formulas;
  compressed::Extents extents;
  const compressed::Trace& trace;
  const std::vector<compressed::Loss>& losses;
  std::string output;
};

// Returns a line for each site and trace with a loss: calls, bytes and how many ranks;
// `with_ranks`: also what each rank loses.
std::vector<std::string> loss_lines(const std::vector<compressed::Loss>& losses, bool with_ranks);

// Returns the result as docs/formats/extrapolation-json.md describes it.
std::string extrapolation_json(const Extrapolation& made);

}  // namespace tarry::cli

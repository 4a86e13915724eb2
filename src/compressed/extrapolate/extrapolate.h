// SPDX-License-Identifier: BSD-3-Clause
// From compressed traces of one program on some numbers of ranks to the trace on another number:
// topology.h finds the grid, fit_class.h the formulas of each class of ranks, evaluate.h the trace.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, chapter 3;
// docs/decisions/057-extrapolation.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/formula_trace.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

struct NamedTrace {
  std::string name;  // file name for messages
  Trace trace;
};

// Calls on files: only their times count, or what they do as well.
enum class FileCalls : std::uint8_t { Silent, Kept };

// Sorts the traces by their number of ranks, takes out what calls on files do unless they are kept,
// and checks what can be seen without their calls; `with_functions`: all of them call the same
// functions.
base::Status check_traces(std::vector<NamedTrace>& traces, bool with_functions,
                          FileCalls files = FileCalls::Silent);

// Returns the formulas that give all traces. Returns an Error that says which precondition is not
// met: too few traces, equal numbers of ranks, other programs, ranks that no topology explains,
// values that no formula explains. Thread: any.
base::Result<FormulaTrace> fit_formulas(std::vector<NamedTrace> traces,
                                        FileCalls files = FileCalls::Silent);

// How the extents of a grid follow from the number of ranks. For one dimension there is nothing to
// choose.
enum class ExtentRule : std::uint8_t { Equal, OneGrows, LargestFirst, LargestLast };
// Returns the rules that give the grids of all traces.
std::vector<ExtentRule> extent_rules(const FormulaTrace& formulas);

// Returns whether an extent is the same in all traces, so that nothing tells what others would do.
bool is_constant_extent(const FormulaTrace& formulas, unsigned dimension);

// Returns the extents of a grid of `ranks` ranks that goes on like those of the traces: all extents
// equal, all but one constant, or as equal as possible. Returns an Error if there is no such grid,
// and for fewer ranks than in the smallest trace.
base::Result<Extents> target_extents(const FormulaTrace& formulas, std::uint32_t ranks);

// Returns an Error if extents have other dimensions than the grids of the traces or another number
// of ranks, and if one differs that is the same in all traces.
base::Status check_extents(const FormulaTrace& formulas, const Extents& extents,
                           std::uint32_t ranks);

}  // namespace tarry::compressed

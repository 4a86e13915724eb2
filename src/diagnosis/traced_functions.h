// SPDX-License-Identifier: BSD-3-Clause
// The functions that a trace needs to explain a loss that samples show. Calls of MPI are recorded
// anyway; every other function costs an event at its begin and at its end.
#pragma once

#include <string>
#include <vector>

#include "diagnosis/trace_window.h"

namespace tarry::diagnosis {

struct TracedFunctions {
  std::vector<std::string> kept;       // callers first
  std::vector<std::string> too_often;  // needed, but their events would be most of the trace
};

// Keeps the functions on the call paths of the symptom and of the causes. In two cases it also
// keeps those in which any thread spends a significant part of the window: if samples name no
// function as cause, to find the one that makes others wait, and if ranks do different things, to
// find the calls in which the others wait. Instrumented programs show how often a function is
// called: each call passes two empty functions, in which samples lie if calls take some ten
// nanoseconds. `threads`: from samples_again(). Thread: any.
TracedFunctions traced_functions(const Diagnosis& diagnosis,
                                 const std::vector<samples::ThreadSamples>& threads,
                                 const Finding& finding, const TraceWindow& window);

}  // namespace tarry::diagnosis

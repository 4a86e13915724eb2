// SPDX-License-Identifier: BSD-3-Clause
// Which functions a trace needs to explain a loss that samples show. Calls of MPI are recorded
// anyway; every other function costs an event at its begin and its end.
#pragma once

#include <string>
#include <vector>

#include "diagnosis/trace_window.h"

namespace tarry::diagnosis {

struct TracedFunctions {
  std::vector<std::string> kept;       // callers first
  std::vector<std::string> too_often;  // would be, but their events would be most of the trace
};

// The functions on the call paths of the symptom and of the causes. Also those in which any thread
// is for a significant part of the window, where samples name no function as cause (the one that
// lets others wait is to be found) and where ranks do different things (in which calls the others
// wait is to be found). How often a function is called shows in programs that are instrumented:
// each call passes two empty functions, in which samples lie if calls take some ten nanoseconds.
// `threads`: samples_again(). Thread: any.
TracedFunctions traced_functions(const Diagnosis& diagnosis,
                                 const std::vector<samples::ThreadSamples>& threads,
                                 const Finding& finding, const TraceWindow& window);

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// The part of a run in which a trace can show what ranks do with each other: after MPI_Init and
// before MPI_Finalize. These two calls take long, above all with more ranks than cores, and their
// times differ from run to run.
#pragma once

#include <vector>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Times are by the clock of the first rank.
struct MpiSpan {
  Time begin{0};
  Time end{0};
};

// Returns the span from where the last rank leaves MPI_Init to where the first one calls
// MPI_Finalize. Returns the whole run if `finding` shows in one of the two or has one as a cause,
// if the two overlap, and without MPI. `threads`: from samples_again(). Thread: any.
MpiSpan mpi_span(const Diagnosis& diagnosis, const std::vector<samples::ThreadSamples>& threads,
                 const Finding& finding);

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// The part of a run in which a trace can show what ranks do with each other: behind MPI_Init and
// before MPI_Finalize. Those two take long, with more ranks than cores above all, and another time
// in each run.
#pragma once

#include <vector>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// By the clock of the first rank.
struct MpiSpan {
  Time begin{0};
  Time end{0};
};

// From where the last rank leaves MPI_Init to where the first one calls MPI_Finalize. The whole run
// if `finding` shows in one of the two or is because of one, if they overlap, and without MPI.
// `threads`: samples_again(). Thread: any.
MpiSpan mpi_span(const Diagnosis& diagnosis, const std::vector<samples::ThreadSamples>& threads,
                 const Finding& finding);

}  // namespace tarry::diagnosis

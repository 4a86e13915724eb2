// SPDX-License-Identifier: BSD-3-Clause
// The run-time summaries of all processes put into one file at the end of MPI: call paths united up
// a binomial tree, values gathered for some call paths at a time. No process holds the values of
// all, and rank 0 no more of them than a buffer.
// Source: M. Geimer et al., "The SCALASCA performance toolset architecture", sections 4.3 and 5.1;
// docs/decisions/023-run-time-summary.md.
#pragma once

#include <mpi.h>

namespace tarry::runtime::mpi {

// `tool`: the runtime's own copy of MPI_COMM_WORLD. Collective. If it fails on one process, it is
// nobody's, and `tarry record` makes the summary of what each process leaves.
void unite_summaries(MPI_Comm tool);

}  // namespace tarry::runtime::mpi

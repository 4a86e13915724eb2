// SPDX-License-Identifier: BSD-3-Clause
// The run-time summaries of all processes go into one file at the end of MPI. Call paths are united
// up a binomial tree, and values are gathered for some call paths at a time. No process holds the
// values of all; rank 0 holds at most a buffer of them. Source: M. Geimer et al., "The SCALASCA
// performance toolset architecture", sections 4.3 and 5.1; docs/decisions/023-run-time-summary.md.
#pragma once

#include <mpi.h>

namespace tarry::runtime::mpi {

// `tool`: the runtime's own copy of MPI_COMM_WORLD. Collective. If it fails on one process, there
// is no union, and `tarry record` makes the summary from the files that each process leaves.
void unite_summaries(MPI_Comm tool);

}  // namespace tarry::runtime::mpi

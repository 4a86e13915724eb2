// SPDX-License-Identifier: BSD-3-Clause
// The compressed traces of all processes become one at the end of MPI, so that a run leaves one
// file however many processes it has. Source: X. Wu, "Scalable Communication Tracing for
// Performance Analysis of Parallel Applications", dissertation, NC State University, 2013,
// section 5.2.4; docs/decisions/019-compressed-traces.md.
#pragma once

#include <mpi.h>

namespace tarry::runtime::mpi {

// `tool`: the runtime's own copy of MPI_COMM_WORLD. To be called after unify_definitions().
// Collective. If it fails on one process, each process writes its own trace, and `tarry record`
// unites them.
void unite_traces(MPI_Comm tool);

}  // namespace tarry::runtime::mpi

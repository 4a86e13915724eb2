// SPDX-License-Identifier: BSD-3-Clause
// The compressed traces of all processes made one at the end of MPI, so that a run leaves one file
// however many processes it has. Source: spec compressed-tracing 4.5 (T-56); docs/decisions/019.
#pragma once

#include <mpi.h>

namespace tarry::runtime::mpi {

// `tool`: the runtime's own copy of MPI_COMM_WORLD; after unify_definitions(). Collective. If it
// fails on one process, each writes its own trace, which `tarry record` unites.
void unite_traces(MPI_Comm tool);

}  // namespace tarry::runtime::mpi

// SPDX-License-Identifier: BSD-3-Clause
// Makes one set of definitions from the sets of all processes, up a binomial tree, so that a
// process gets at most log2(P) messages. The set stays for the conversion at exit.
#pragma once

#include <mpi.h>

namespace tarry::runtime::mpi {

// `tool`: the runtime's own copy of MPI_COMM_WORLD. Collective. If it fails on one process, no
// process converts its logs: `tarry record` converts all of them, and a note says so. The same
// holds with TARRY_KEEP_LOGS, which tests set that read the logs.
void unify_definitions(MPI_Comm tool);

}  // namespace tarry::runtime::mpi

// SPDX-License-Identifier: BSD-3-Clause
// Makes one set of definitions out of those of all processes, up a binomial tree, so that no
// process gets more than log2(P) messages. The set stays for the conversion at exit.
#pragma once

#include <mpi.h>

namespace tarry::runtime::mpi {

// `tool`: the runtime's own copy of MPI_COMM_WORLD. Collective. If it fails on one process, none
// converts its logs: all are left to `tarry record`, and a note says so. With TARRY_KEEP_LOGS set
// (tests that read the logs), none does either.
void unify_definitions(MPI_Comm tool);

}  // namespace tarry::runtime::mpi

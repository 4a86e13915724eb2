// SPDX-License-Identifier: BSD-3-Clause
// At the end of MPI, if some process has not recorded everything, all processes agree on the
// records to leave out, so that every message has both ends.
// docs/decisions/028-consistent-selection.md
#pragma once

#include <mpi.h>

namespace tarry::runtime::mpi {

// `tool`: the runtime's own copy of MPI_COMM_WORLD. Collective. If it fails, the conversion of the
// logs says so.
void make_selection_consistent(MPI_Comm tool);

}  // namespace tarry::runtime::mpi

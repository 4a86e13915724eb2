// SPDX-License-Identifier: BSD-3-Clause
// What the runtime does between the processes of a job, and the only times it does: after MPI_Init
// it measures clocks, before MPI_Finalize clocks again, the agreement on what nobody records and
// the unification of definitions. Every process that was asked to measure takes part, also one
// whose recording has failed or was stopped, so that none waits for it in vain.
#pragma once

#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {

// True if this process was started by `tarry record` and is not a forked child. Ask before the real
// MPI_Init, and then of all of a job's processes or of none.
bool asked_to_measure();

// After the real MPI_Init. Collective.
void begin_session(const Entry& entry);

// In MPI_Finalize, before the real one. Collective; waits for all processes first, so that waiting
// for the latest of them is the program's MPI_Finalize. Does nothing if no session was begun.
void end_session(const Entry& entry);

}  // namespace tarry::runtime::mpi

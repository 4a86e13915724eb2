// SPDX-License-Identifier: BSD-3-Clause
// What is done when MPI begins and ends. The runtime communicates between the processes of a job at
// two times: after MPI_Init it measures clocks; before MPI_Finalize it measures them again, agrees
// on what no process records and unifies definitions. In between it only compares clocks of several
// hosts now and then (clock_comparisons.h). Every process that was asked to measure takes part,
// even if its recording has failed or was stopped, so that no other process waits for it in vain.
#pragma once

#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {

// Returns true if this process was started by `tarry record` and is not a forked child. To be
// called before the real MPI_Init, by all processes of a job or by none.
bool asked_to_measure();

// To be called after the real MPI_Init. Collective.
void begin_session(const Entry& entry);

// To be called after the real MPI_Session_init. A program that uses sessions and never calls
// MPI_Init may have processes that do neither, so nothing here is collective: the definitions of
// the processes are unified after the run, and clocks are not compared.
void session_opened(const Entry& entry);

// To be called before the real MPI_Session_finalize.
void session_closes();

// To be called in MPI_Finalize, before the real one. Collective; waits for all processes first, so
// that waiting for the latest of them is the program's MPI_Finalize. Does nothing if no session was
// begun.
void end_session(const Entry& entry);

}  // namespace tarry::runtime::mpi

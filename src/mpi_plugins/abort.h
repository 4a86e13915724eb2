// SPDX-License-Identifier: BSD-3-Clause
// Ends all processes of a communicator, because only MPI can end those that wait for this one.
#pragma once

#include <mpi.h>

#include <string_view>

namespace tarry::mpi_plugins {

// Writes "tarry: REASON" and ends the processes with EXIT_FAILURE. Launchers forward what processes
// write through pipes, and drop what they have not read when they are told to end: so this waits
// until the launcher has read the line, for at most a second.
[[noreturn]] void abort_all(MPI_Comm comm, std::string_view reason);

}  // namespace tarry::mpi_plugins

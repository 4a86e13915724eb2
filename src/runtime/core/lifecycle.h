// SPDX-License-Identifier: BSD-3-Clause
// The begin and the end of a measurement. The library is loaded into every program that is started
// below `tarry record`, shells included. Its constructor only looks at the environment; the files
// of a process are created with its first event or in MPI_Init, so that auxiliary programs leave
// nothing behind.
#pragma once

namespace tarry::runtime::core {

// Begins the measurement if that has not happened: directory, definitions log, first module list.
// Gives the program its own LD_PRELOAD back, so that its children are not measured. Returns false
// if this process is not measured. Thread: any. Signal: safe.
bool start_measurement();

// A function that is called at exit, after recording has ended and the logs are complete.
// `directory` is the folder that holds the logs (<experiment>/raw/<host>-<pid>). It may allocate;
// it must not throw or exit.
using ExitHook = void (*)(const char* experiment, const char* directory);
// Adds one of at most two hooks; they are called in the order of their first addition.
void add_exit_hook(ExitHook hook);

// Returns true in a library with MPI wrappers: the process line then waits for MPI_Init. The MPI
// part overrides this weak definition.
bool library_has_mpi();

}  // namespace tarry::runtime::core

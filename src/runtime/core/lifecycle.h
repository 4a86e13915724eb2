// SPDX-License-Identifier: BSD-3-Clause
// How a measurement begins and ends. The library is loaded into whatever is started below
// `tarry record`, shells included. Its constructor only looks at the environment; the files of a
// process come into being with its first event or with MPI_Init, so that helpers leave nothing
// behind.
#pragma once

namespace tarry::runtime::core {

// Begins the measurement if that has not happened: directory, definitions log, first module list.
// The program's own LD_PRELOAD is given back, so that its children are not measured. Returns false
// if this process is not measured. Thread: any. Signal: safe.
bool start_measurement();

// Called at exit after recording has ended and the logs are complete, with the folder that holds
// them (<experiment>/raw/<host>-<pid>) and the experiment directory. May allocate; must not throw
// or exit.
using ExitHook = void (*)(const char* experiment, const char* directory);
// At most two of them, called in the order in which they were added first.
void add_exit_hook(ExitHook hook);

// True in a library with MPI wrappers: the process line then waits for MPI_Init. The MPI part
// overrides this weak definition.
bool library_has_mpi();

}  // namespace tarry::runtime::core

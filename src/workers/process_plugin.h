// SPDX-License-Identifier: BSD-3-Clause
// The way between `tarry` and the library that connects the processes of one analysis through an
// MPI. There is one such library per installed MPI (mpi_plugins, compiled against it), loaded only
// when the tool was started by that MPI's launcher: the tool itself is linked with none.
#pragma once

#include "workers/transport.h"

namespace tarry::workers {

// Processes connected by an MPI. The object's end is MPI_Finalize.
class ConnectedProcesses : public Transport {
 public:
  // Number of these processes on this machine, this one included.
  [[nodiscard]] virtual std::size_t on_this_machine() const = 0;
};

// The library's one symbol, of type ConnectFunction: MPI_Init, and the process group of
// MPI_COMM_WORLD. Called once per process, by the thread that will use it; nullptr if MPI does not
// start.
inline constexpr const char* kConnectSymbol = "tarry_connect_processes";
using ConnectFunction = ConnectedProcesses* (*)();

}  // namespace tarry::workers

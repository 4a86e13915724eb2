// SPDX-License-Identifier: BSD-3-Clause
// The interface between `tarry` and the library that connects the processes of one analysis through
// an MPI. There is one such library per installed MPI (mpi_plugins, compiled against it). It is
// loaded only when the tool was started by that MPI's launcher: the tool itself is linked with no
// MPI.
#pragma once

#include "workers/transport.h"

namespace tarry::workers {

// Processes connected by an MPI. The destructor calls MPI_Finalize.
class ConnectedProcesses : public Transport {
 public:
  // Returns the number of these processes on this machine, this one included.
  [[nodiscard]] virtual std::size_t on_this_machine() const = 0;
};

// The library's only symbol, of type ConnectFunction. It calls MPI_Init and returns the processes
// of MPI_COMM_WORLD, or nullptr if MPI does not start. Called once per process, by the thread that
// will use them.
inline constexpr const char* kConnectSymbol = "tarry_connect_processes";
using ConnectFunction = ConnectedProcesses* (*)();

}  // namespace tarry::workers

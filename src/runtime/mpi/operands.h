// SPDX-License-Identifier: BSD-3-Clause
// What calls on windows are told, for compressed traces: one record for each call, in front of
// those that event traces have. Nothing here looks at a call unless such records are written.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/core/operands.h"
#include "runtime/mpi/windows.h"

namespace tarry::runtime::mpi {

using core::Operands;
using model::MpiOperands;

[[nodiscard]] bool are_operands_recorded();

// Records a window that was made, with the size of the part of this process.
void record_window_made(const core::Entry& entry, core::EventTime time, const Window& window,
                        const Communicator& comm, MPI_Aint size, MPI_Aint unit);

void record_window_freed(const core::Entry& entry, core::EventTime time, const Window& window);

// Records a call that begins or ends an epoch or flushes. `target`: rank in the communicator of the
// window, MpiOperands::kAll or kNone. `assertions` are those of MPI.
void record_synchronization(const core::Entry& entry, core::EventTime time, const Window& window,
                            std::int64_t target, int assertions = 0, bool is_exclusive = false);

// Records a call that begins an epoch with a group.
void record_synchronization(const core::Entry& entry, core::EventTime time, const Window& window,
                            MPI_Win handle, MPI_Group group, int assertions);

struct Access {
  int target = 0;  // MPI_PROC_NULL is possible
  MPI_Aint at = 0;
  std::int64_t count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
};

// `request`: number that its completion has; 0 if it is completed by the epoch.
void record_access(const core::Entry& entry, core::EventTime time, const Window& window,
                   const Access& access, std::uint32_t request);

}  // namespace tarry::runtime::mpi

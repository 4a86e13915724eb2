// SPDX-License-Identifier: BSD-3-Clause
// Compares the clocks of the hosts again while the program runs, so that clocks whose speed changes
// are followed. That happens at a meeting of all processes: after a blocking collective operation
// that no process leaves before all have entered it. Every process counts the meetings, measured or
// not, and so knows without being told at which one rank 0 decides (clock_schedule.h).
// docs/decisions/088-clocks-of-hosts.md
#pragma once

#include <atomic>
#include <cstdint>

#include "model/collective_op.h"
#include "runtime/core/entry.h"
#include "runtime/mpi/clock_offsets.h"
#include "runtime/mpi/communicators.h"

namespace tarry::runtime::mpi {

[[gnu::visibility("hidden")]] extern constinit std::atomic<bool> compares_clocks;

// Begins to count meetings if it is wanted and safe: never if threads may be in two collective
// operations at a time. `tool` and `clocks` are the session's. Collective.
void begin_comparisons(MPI_Comm tool, ClockOffsets& clocks);

// To be called before the clocks are measured for the last time.
void end_comparisons();

// Counts an operation that has succeeded on this process, if it is a meeting of all; `sent` is the
// number of bytes that this process gave to it. The leave of its call is recorded already: what is
// done here does not count as a wait of the program. To be called by each member of the
// communicator, if `compares_clocks`. Thread: one at a time.
[[gnu::cold]] void after_operation(const core::Entry& entry, const Communicator& comm,
                                   model::CollectiveOp op, std::uint64_t sent);

}  // namespace tarry::runtime::mpi

// SPDX-License-Identifier: BSD-3-Clause
// Follows requests from the call that starts an operation to the call that completes it, and writes
// the records that belong to the completion.
//
// The analysis pairs messages, and the parts of collective operations, by their order alone. So
// every operation that has its start in the log gets its end there too, also during a pause: such
// records stand between MeasurementOff and MeasurementOn. Operations that start in a pause are
// counted (unrecorded.h).
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/mpi/request_table.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {

RequestTable& requests();

// The number of operations under way that are no messages and have their start in the log.
extern constinit std::atomic<std::int64_t> open_operations;

// Returns whether there are any. Thread: any.
inline bool has_open_operations() { return open_operations.load(std::memory_order_relaxed) != 0; }

// Returns whether the user wants records of a call that completes requests: always if messages are
// recorded, else as long as there are such operations. Thread: any.
[[gnu::always_inline]] inline bool completes_selected() {
  return is_selected(Call::Wait) || has_open_operations();
}

// To be called after a successful start: `request` is what is known of the operation, and
// `variable` is the place where MPI stored its handle.
void follow(Request request, const MPI_Request* variable);

// The same for a persistent request, which is not active yet. If it is of a collective operation,
// calls that start requests are recorded from now on, whatever the user has chosen.
void follow_persistent(Request request, const MPI_Request* variable);

// To be called after the start of a persistent request was recorded or counted.
void started(const Request& request);

// Returns whether the user wants records of a call that starts persistent requests. Thread: any.
bool starts_selected();

// To be called after a start without a request: the operation is complete or has failed.
void ended_at_once(const Entry& entry, EventTime time, const Request& request);

// The operation behind `handle`, which stood in `variable` before the completing call, is complete.
// Null, inactive and unknown requests leave nothing.
void complete(const Entry& entry, EventTime time, MPI_Request handle, const MPI_Request* variable,
              const MPI_Status& status);

// To be called for an operation that failed with `error`.
void discard(const Entry& entry, EventTime time, MPI_Request handle, const MPI_Request* variable,
             int error, const MPI_Status& status);

// The operation is complete; the request stays.
void found_complete(const Entry& entry, EventTime time, MPI_Request handle,
                    const MPI_Status& status);

// To be called before MPI_Request_free. A receive with a given source and tag gets its message some
// time, so that it is recorded as if it had it; else the message that it takes is never known.
void abandon(const Entry& entry, EventTime time, MPI_Request handle, const MPI_Request* variable);

}  // namespace tarry::runtime::mpi

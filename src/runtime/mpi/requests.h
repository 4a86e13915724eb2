// SPDX-License-Identifier: BSD-3-Clause
// Follows requests from the call that starts an operation to the call that completes it, and writes
// the records that belong to the completion.
#pragma once

#include "runtime/mpi/request_table.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {

RequestTable& requests();

// After a successful start: `request` is what is known of the operation, `variable` where MPI
// stored its handle.
void follow(Request request, const MPI_Request* variable);

// The operation behind `handle`, which stood in `variable` before the completing call, is complete.
// Null, inactive and unknown requests leave nothing.
void complete(const Entry& entry, EventTime time, MPI_Request handle, const MPI_Request* variable,
              const MPI_Status& status);

// The same for an operation that failed: forgotten without a record.
void discard(MPI_Request handle, const MPI_Request* variable);

}  // namespace tarry::runtime::mpi

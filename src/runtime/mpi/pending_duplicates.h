// SPDX-License-Identifier: BSD-3-Clause
// MPI_Comm_idup: the identity of the new communicator is settled when the call is made, its handle
// may be looked at only when the request is complete.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/mpi/communicators.h"

namespace tarry::runtime::mpi {

// A number to keep in the request; 0 without memory.
std::uint64_t keep_duplicate(const Ancestry& ancestry, const MPI_Comm* variable);

// Defines the communicator.
void duplicate_completed(std::uint64_t kept);

}  // namespace tarry::runtime::mpi

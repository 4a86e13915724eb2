// SPDX-License-Identifier: BSD-3-Clause
// The communicators of MPI_Comm_idup. The call settles the identity and the handle of the new
// communicator, but its group may be looked at only when the request is complete. The handle is
// kept by value: the variable that it was written to may be a local one of a Fortran binding.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/mpi/communicators.h"

namespace tarry::runtime::mpi {

// Returns a number to keep in the request; 0 without memory.
std::uint64_t keep_duplicate(const Ancestry& ancestry, MPI_Comm fresh);

// Defines the communicator.
void duplicate_completed(std::uint64_t kept);

// Says that there will be no communicator.
void drop_duplicate(std::uint64_t kept);

}  // namespace tarry::runtime::mpi

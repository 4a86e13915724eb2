// SPDX-License-Identifier: BSD-3-Clause
// MPI_Comm_idup: the identity and the handle of the new communicator are settled when the call is
// made, its group may be looked at only when the request is complete. The handle is kept by value:
// the variable it was written to may be a local one of a Fortran binding.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/mpi/communicators.h"

namespace tarry::runtime::mpi {

// A number to keep in the request; 0 without memory.
std::uint64_t keep_duplicate(const Ancestry& ancestry, MPI_Comm fresh);

// Defines the communicator.
void duplicate_completed(std::uint64_t kept);

// There will be none.
void drop_duplicate(std::uint64_t kept);

}  // namespace tarry::runtime::mpi

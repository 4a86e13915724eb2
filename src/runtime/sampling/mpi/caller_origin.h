// SPDX-License-Identifier: BSD-3-Clause
// Tells who makes a call of an MPI function. MPI libraries call their own functions by name,
// Fortran bindings call those of C (Open MPI's by PMPI_X, MPICH's by MPI_X), and tools that wrap
// MPI_X continue with PMPI_X: each call of the program must be counted once.
#pragma once

#include <cstdint>

namespace tarry::runtime::sampling::mpi {

enum class Origin : std::uint8_t {
  Program,  // also through a binding
  Tool,     // a library that wraps functions of MPI
  Mpi,      // the MPI library, and libraries that it is based on
};

// Returns the origin by the module that contains the address. It takes no lock, because a thread
// may wait for us while it loads a library. Thread: any.
Origin origin_of(const void* address);

}  // namespace tarry::runtime::sampling::mpi

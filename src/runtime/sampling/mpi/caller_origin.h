// SPDX-License-Identifier: BSD-3-Clause
// Whose call of an MPI function it is. MPI libraries call their own functions by name, Fortran
// bindings call those of C (Open MPI's by PMPI_X, MPICH's by MPI_X), and tools that wrap MPI_X go
// on to PMPI_X: each call of the program is to be counted once.
#pragma once

#include <cstdint>

namespace tarry::runtime::sampling::mpi {

enum class Origin : std::uint8_t {
  Program,  // also through a binding
  Tool,     // a library that wraps functions of MPI
  Mpi,      // the MPI library, and what it stands on
};

// By the module that holds the address. Takes no lock, since a thread may wait for us while it
// loads a library. Thread: any.
Origin origin_of(const void* address);

}  // namespace tarry::runtime::sampling::mpi

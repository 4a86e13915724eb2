// SPDX-License-Identifier: BSD-3-Clause
// The neighbors of this process in the topology of a communicator. All functions are local: they
// ask MPI for what it keeps, without a message.
#pragma once

#include <mpi.h>

#include <cstdint>

namespace tarry::runtime::mpi {

// The neighbors in the order of the blocks of a neighborhood operation. A Cartesian topology has
// MPI_PROC_NULL in place of those behind its borders, and a rank may stand there several times.
struct Neighbors {
  std::uint32_t source_count = 0;
  std::uint32_t destination_count = 0;
  const int* sources = nullptr;
  const int* destinations = nullptr;
};

// Returns nullptr if the communicator has no topology, or without memory. The caller frees the
// result by std::free().
Neighbors* read_neighbors(MPI_Comm comm);

// Writes the other ranks among the sources to `ranks`, which has room for all sources: each once
// and ascending. Returns their number.
std::uint32_t other_sources(const Neighbors& neighbors, std::uint32_t own_rank, int* ranks);

}  // namespace tarry::runtime::mpi

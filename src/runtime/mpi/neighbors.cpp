// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/neighbors.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "runtime/mpi/calls.h"

namespace tarry::runtime::mpi {
namespace {

// The neighbors, with room for their lists behind them.
struct Lists {
  Neighbors* neighbors = nullptr;
  int* sources = nullptr;
  int* destinations = nullptr;
  int* rest = nullptr;  // as many again, for what MPI says besides

  Lists(int source_count, int destination_count) {
    if (source_count < 0 || destination_count < 0) return;
    const auto count = static_cast<std::size_t>(source_count) +  // the sum may be too large for int
                       static_cast<std::size_t>(destination_count);
    void* memory = std::malloc(sizeof(Neighbors) + 2 * count * sizeof(int));
    if (memory == nullptr) return;
    neighbors = new (memory) Neighbors;
    sources = reinterpret_cast<int*>(neighbors + 1);
    destinations = sources + source_count;
    rest = sources + count;
    *neighbors = {static_cast<std::uint32_t>(source_count),
                  static_cast<std::uint32_t>(destination_count), sources, destinations};
  }
};

// Returns the neighbors if MPI has told them.
Neighbors* kept_if(bool told, const Lists& lists) {
  if (told) return lists.neighbors;
  std::free(lists.neighbors);
  return nullptr;
}

// A process has two neighbors in each dimension, the one below it first.
Neighbors* read_grid(MPI_Comm comm) {
  int dimensions = 0;
  if (own::Cartdim_get(comm, &dimensions) != MPI_SUCCESS) return nullptr;
  const Lists lists(2 * dimensions, 2 * dimensions);
  if (lists.neighbors == nullptr) return nullptr;
  bool told = true;
  for (int i = 0; told && i < dimensions; ++i)
    told = own::Cart_shift(comm, i, 1, lists.sources + 2 * i, lists.sources + 2 * i + 1) ==
           MPI_SUCCESS;
  std::copy(lists.sources, lists.destinations, lists.destinations);
  return kept_if(told, lists);
}

Neighbors* read_graph(MPI_Comm comm) {
  int rank = 0;
  int count = 0;
  if (own::Comm_rank(comm, &rank) != MPI_SUCCESS ||
      own::Graph_neighbors_count(comm, rank, &count) != MPI_SUCCESS)
    return nullptr;
  const Lists lists(count, count);
  if (lists.neighbors == nullptr) return nullptr;
  const bool told = own::Graph_neighbors(comm, rank, count, lists.sources) == MPI_SUCCESS;
  std::copy(lists.sources, lists.destinations, lists.destinations);
  return kept_if(told, lists);
}

Neighbors* read_distributed_graph(MPI_Comm comm) {
  int source_count = 0;
  int destination_count = 0;
  int is_weighted = 0;
  if (own::Dist_graph_neighbors_count(comm, &source_count, &destination_count, &is_weighted) !=
      MPI_SUCCESS)
    return nullptr;
  const Lists lists(source_count, destination_count);
  if (lists.neighbors == nullptr) return nullptr;
  return kept_if(
      own::Dist_graph_neighbors(comm, source_count, lists.sources, lists.rest, destination_count,
                                lists.destinations, lists.rest + source_count) == MPI_SUCCESS,
      lists);
}

}  // namespace

Neighbors* read_neighbors(MPI_Comm comm) {
  int kind = MPI_UNDEFINED;
  if (own::Topo_test(comm, &kind) != MPI_SUCCESS) return nullptr;
  if (kind == MPI_CART) return read_grid(comm);
  if (kind == MPI_GRAPH) return read_graph(comm);
  return kind == MPI_DIST_GRAPH ? read_distributed_graph(comm) : nullptr;
}

std::uint32_t other_sources(const Neighbors& neighbors, std::uint32_t own_rank, int* ranks) {
  int* const end = std::copy_if(
      neighbors.sources, neighbors.sources + neighbors.source_count, ranks, [&](int rank) {
        return rank != MPI_PROC_NULL && static_cast<std::uint32_t>(rank) != own_rank;
      });
  std::sort(ranks, end);
  return static_cast<std::uint32_t>(std::unique(ranks, end) - ranks);
}

}  // namespace tarry::runtime::mpi

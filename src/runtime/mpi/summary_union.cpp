// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/summary_union.h"

#include <cstdint>

#include "runtime/core/modules.h"
#include "runtime/core/process.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/text_reduction.h"
#include "runtime/sinks/summary_union.h"

namespace tarry::runtime::mpi {
namespace {

using sinks::Text;

constexpr TextReduction kPaths = {4, sinks::write_paths, sinks::merge_paths};
constexpr TextReduction kSizes = {5, sinks::write_sizes, sinks::merge_sizes};
constexpr TextReduction kRows = {6, sinks::write_rows, sinks::merge_rows};

// True on all processes if it is on rank 0.
bool told_by_root(bool good, MPI_Comm tool) {
  int told = good ? 1 : 0;
  own::Bcast(&told, 1, MPI_INT, 0, tool);
  return told != 0;
}

// All processes get the call paths of all, with numbers. Everywhere the same is returned.
bool unite_paths(int rank, bool& good, MPI_Comm tool) {
  good = sinks::begin_summary_union(static_cast<std::uint32_t>(rank), core::process.directory);
  good = reduce(kPaths, good, tool);
  Text all;
  if (rank == 0 && good) sinks::write_paths(all);
  if (broadcast(rank == 0, all, tool) == 0) return false;
  good = sinks::adopt_paths(all);
  good = reduce(kSizes, good, tool);
  if (rank == 0) good = good && sinks::begin_united_file(core::process.directory);
  return told_by_root(good, tool);
}

// The values of all up to rank 0. A process that fails goes on until rank 0 knows.
bool gather_values(int rank, bool good, MPI_Comm tool) {
  std::uint32_t batch[2] = {0, 0};  // call paths from, to
  do {
    batch[0] = batch[1];
    if (rank == 0) good = good && sinks::end_of_batch(batch[0], batch[1]);
    own::Bcast(batch, 2, MPI_UINT32_T, 0, tool);
    if (batch[1] == batch[0]) break;
    const bool has_part = sinks::begin_batch(batch[0], batch[1]);
    good = reduce(kRows, good && has_part, tool);
    if (rank == 0) good = good && sinks::store_batch();
  } while (true);
  if (rank == 0) good = good && sinks::commit_united_file();
  return told_by_root(good, tool);
}

}  // namespace

void unite_summaries(MPI_Comm tool) {
  int rank = 0;
  own::Comm_rank(tool, &rank);
  core::define_new_modules();
  bool good = false;
  const bool is_united = unite_paths(rank, good, tool) && gather_values(rank, good, tool);
  sinks::end_summary_union(is_united);
}

}  // namespace tarry::runtime::mpi

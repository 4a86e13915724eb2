// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/summary_union.h"

#include <cstdint>

#include "runtime/core/modules.h"
#include "runtime/core/process.h"
#include "runtime/finalize/summary_union.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/text_reduction.h"

namespace tarry::runtime::mpi {
namespace {

using finalize::Text;

constexpr TextReduction kPaths = {4, finalize::write_paths, finalize::merge_paths};
constexpr TextReduction kSizes = {5, finalize::write_sizes, finalize::merge_sizes};
constexpr TextReduction kRows = {6, finalize::write_rows, finalize::merge_rows};

// Writes what rank 0 has of [batch[0], batch[1]) to its file, if all processes have sent their
// part.
bool gather(int rank, const std::uint32_t* batch, bool good, MPI_Comm tool) {
  const bool has_part = finalize::begin_batch(batch[0], batch[1]);
  good = reduce(kRows, good && has_part, tool);
  return rank == 0 ? good && finalize::store_batch() : good;
}

// Rank 0 names the call paths, one batch after the other. An empty batch says that the union is
// over or has failed: a process that fails goes on until then.
bool gather_batches(int rank, bool good, MPI_Comm tool) {
  std::uint32_t batch[2] = {0, 0};
  for (;; batch[0] = batch[1]) {
    if (rank == 0) good = good && finalize::end_of_batch(batch[0], batch[1]);
    own::Bcast(batch, 2, MPI_UINT32_T, 0, tool);
    if (batch[1] == batch[0]) return good;
    good = gather(rank, batch, good, tool);
  }
}

// Each step has its messages on all processes, even if an earlier step has failed.
bool unite(int rank, MPI_Comm tool) {
  bool good =
      finalize::begin_summary_union(static_cast<std::uint32_t>(rank), core::process.directory);
  good = reduce(kPaths, good, tool);
  Text all;
  if (rank == 0 && good) finalize::write_paths(all);
  const Announcement announced = broadcast(rank == 0, all, tool, finalize::only_batch());
  if (announced.bytes == 0) return false;
  good = finalize::adopt_paths(all);
  if (rank == 0) good = good && finalize::begin_united_file(core::process.directory);
  if (announced.about != 0) {
    const std::uint32_t batch[2] = {0, static_cast<std::uint32_t>(announced.about)};
    good = gather(rank, batch, good, tool);
  } else {
    good = reduce(kSizes, good, tool);
    good = gather_batches(rank, good, tool);
  }
  return rank == 0 ? good && finalize::commit_united_file() : good;
}

}  // namespace

void unite_summaries(MPI_Comm tool) {
  int rank = 0;
  own::Comm_rank(tool, &rank);
  core::define_new_modules();
  finalize::end_summary_union(unite(rank, tool));
}

}  // namespace tarry::runtime::mpi

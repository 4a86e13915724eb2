// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/trace_union.h"

#include "runtime/core/process.h"
#include "runtime/finalize/running_compression.h"
#include "runtime/finalize/unified_definitions.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/text_reduction.h"

namespace tarry::runtime::mpi {
namespace {

constexpr TextReduction kTraces = {3, finalize::write_trace, finalize::merge_trace};

}  // namespace

void unite_traces(MPI_Comm tool) {
  int rank = 0;
  own::Comm_rank(tool, &rank);
  const bool has_trace = finalize::end_compression(core::process.directory);
  int good = reduce(kTraces, has_trace, tool) ? 1 : 0;
  if (rank == 0 && good != 0)
    good = finalize::members_are_known() &&
           finalize::write_united_trace(core::process.experiment_path);
  own::Bcast(&good, 1, MPI_INT, 0, tool);
  finalize::settle_compression(core::process.directory, good != 0);
}

}  // namespace tarry::runtime::mpi

// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/trace_union.h"

#include "runtime/core/process.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/text_reduction.h"
#include "runtime/sinks/running_compression.h"
#include "runtime/sinks/unified_definitions.h"

namespace tarry::runtime::mpi {
namespace {

constexpr TextReduction kTraces = {3, sinks::write_trace, sinks::merge_trace};

}  // namespace

void unite_traces(MPI_Comm tool) {
  int rank = 0;
  own::Comm_rank(tool, &rank);
  const bool has_trace = sinks::end_compression(core::process.directory);
  int good = reduce(kTraces, has_trace, tool) ? 1 : 0;
  if (rank == 0 && good != 0)
    good = sinks::members_are_known() && sinks::write_united_trace(core::process.experiment_path);
  own::Bcast(&good, 1, MPI_INT, 0, tool);
  sinks::settle_compression(core::process.directory, good != 0);
}

}  // namespace tarry::runtime::mpi

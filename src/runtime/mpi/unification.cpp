// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/unification.h"

#include <cstdlib>

#include "runtime/core/definitions_log.h"
#include "runtime/core/modules.h"
#include "runtime/core/process.h"
#include "runtime/finalize/unified_definitions.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/text_reduction.h"

namespace tarry::runtime::mpi {
namespace {

using finalize::Text;

constexpr TextReduction kDefinitions = {
    2, [](Text& text) { return finalize::write_definitions(true, text); },
    finalize::merge_definitions};

}  // namespace

void unify_definitions(MPI_Comm tool) {
  int rank = 0;
  own::Comm_rank(tool, &rank);
  core::define_new_modules();
  bool good = finalize::collect_definitions(core::process.directory);
  good = reduce(kDefinitions, good, tool);
  Text unified;
  if (rank == 0 && good)
    good = finalize::complete_definitions(core::process.experiment_path) &&
           finalize::write_definitions(false, unified);
  broadcast(rank == 0, unified, tool);
  if (core::process.settings.compressed) return;  // it is decided what becomes of the logs
  if (std::getenv("TARRY_KEEP_LOGS") != nullptr) return;
  if (unified.size() == 0 || !finalize::adopt_definitions(unified))
    core::note("definitions were not unified; the event log is converted after the run");
}

}  // namespace tarry::runtime::mpi

// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/unify.h"

#include <algorithm>

#include "base/counted.h"
#include "base/experiment_files.h"
#include "trace/finish/jobs.h"

namespace tarry::trace::finish {

namespace fs = std::filesystem;
using eventlog::DefinitionSet;
using eventlog::ProcessDefinitions;

base::Result<ProcessDefinitions> definitions_of(const fs::path& experiment,
                                                const RawProcess& process) {
  TRY_ASSIGN(ProcessDefinitions definitions,
             eventlog::read_process_definitions(experiment / base::kRawFolder /
                                                process.identity.directory));
  use_ranks_of_run(process, definitions);
  definitions.clock_offsets = process.clock_offsets;
  return definitions;
}

base::Result<DefinitionSet> unify(const fs::path& experiment, RawExperiment& raw,
                                  Functions functions) {
  DefinitionSet unified;
  for (const RawProcess& process : raw.processes) {
    TRY_ASSIGN(ProcessDefinitions definitions, definitions_of(experiment, process));
    eventlog::add_teams(definitions);
    if (functions == Functions::Wanted)
      TRY(eventlog::collect_functions(experiment / base::kRawFolder / process.identity.directory,
                                      definitions));
    unified.merge(definitions.set);
  }
  unified.size =
      std::max<std::uint32_t>(unified.size, static_cast<std::uint32_t>(raw.processes.size()));
  const std::size_t removed = complete_joint_communicators(raw.processes, unified);
  if (removed > 0)
    raw.notes.push_back(base::counted(
        removed,
        "communicator between jobs was left out with its messages and collective operations: not "
        "all of its processes were recorded",
        "communicators between jobs were left out with their messages and collective operations: "
        "not all of their processes were recorded"));
  return unified;
}

}  // namespace tarry::trace::finish

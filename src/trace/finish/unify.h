// SPDX-License-Identifier: BSD-3-Clause
// Does after the run what the processes do in MPI_Finalize: makes one set of the definitions of all
// of them. It is needed if some did not get so far, or if they belong to several jobs.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "trace/finish/raw_experiment.h"

namespace tarry::trace::finish {

// Returns what the process has written, with its ranks and clock offsets of the run.
base::Result<eventlog::ProcessDefinitions> definitions_of(const std::filesystem::path& experiment,
                                                          const RawProcess& process);

// Returns the set, without numbers. Functions are read from the logs if they are `Wanted`. Adds a
// note to `raw` if communicators had to be left out.
enum class Functions { Wanted, Unwanted };
base::Result<eventlog::DefinitionSet> unify(const std::filesystem::path& experiment,
                                            RawExperiment& raw, Functions functions);

}  // namespace tarry::trace::finish

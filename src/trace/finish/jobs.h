// SPDX-License-Identifier: BSD-3-Clause
// The jobs of a run: the launcher has started the first one, and MPI_Comm_spawn the others. Each
// has an MPI_COMM_WORLD of its own, in whose ranks its processes tell their definitions. Here the
// processes of all jobs get ranks in the run: those of a job follow each other, behind those of
// the job that has started it (docs/decisions/091-started-processes.md).
#pragma once

#include "trace/finish/raw_experiment.h"

namespace tarry::trace::finish {

// Gives the processes ranks in the run, and sorts them by these. Each rank of each job is there
// once at most. Does nothing if there is one job.
void number_ranks_of_jobs(std::vector<RawProcess>& processes);

// Returns whether some process belongs to a job that another process has started, or has started
// one.
bool has_started_jobs(const std::vector<RawProcess>& processes);

// Replaces the ranks in the definitions that a process has written by those in the run.
void use_ranks_of_run(const RawProcess& process, eventlog::ProcessDefinitions& definitions);

// Lists the members of communicators with processes of several jobs, from what each of them knows
// of itself. Such a communicator is removed if not all have left something; its messages are then
// left out. Returns how many were removed. To be called when the definitions of all processes are
// merged.
std::size_t complete_joint_communicators(const std::vector<RawProcess>& processes,
                                         eventlog::DefinitionSet& unified);

}  // namespace tarry::trace::finish

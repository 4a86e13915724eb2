// SPDX-License-Identifier: BSD-3-Clause
// Clock offsets of processes that other processes have started. A job has compared its clocks with
// that of its own rank 0; the offsets in a trace lead to the clock of rank 0 of the run. No job
// asks another one while it runs: processes of one host share a clock, so that those of a started
// job are as far off as the others there (docs/decisions/091-started-processes.md).
#pragma once

#include "trace/finish/raw_experiment.h"

namespace tarry::trace::finish {

// Changes the offsets of processes in started jobs. `processes` are sorted by rank in the run.
// Returns the number of hosts that no earlier job has used, in jobs whose rank 0 is on such a host:
// their processes are placed by the wall clocks.
std::size_t use_clock_of_run(std::vector<RawProcess>& processes);

}  // namespace tarry::trace::finish

// SPDX-License-Identifier: BSD-3-Clause
// The last step of a recording, after all processes have ended: their files in <experiment>/raw
// become an OTF2 archive (traces.otf2, traces.def, traces/). Processes that ended orderly have
// converted their logs themselves; the logs of the others are converted here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/anomalies.h"
#include "trace/finish/clock_model.h"
#include "trace/finish/process_grids.h"

namespace tarry::trace::finish {

// A process that did not end orderly.
struct CutProcess {
  std::uint32_t rank = 0;
  std::uint64_t ticks = 0;  // from its begin to its last record; 0: not known
};

struct FinishedArchive {
  std::uint32_t ranks = 0;
  std::uint32_t threads = 0;  // largest number of threads of one process
  std::uint64_t events = 0;
  std::uint64_t ticks_per_second = 0;
  std::string clock_source;  // "tsc" or "monotonic"; both if hosts differ
  ClockAccuracy clocks;
  std::string mpi_library;     // its own name and version
  std::uint32_t salvaged = 0;  // processes whose logs were converted here
  bool has_mpi = false;
  bool unified_afterwards = false;  // MPI_Finalize should have done it
  std::vector<CutProcess> cut;      // by rank
  std::vector<std::string> hosts;
  std::vector<ProcessGrid> grids;
  std::vector<std::string> notes;  // messages for the user, one sentence each
  model::Anomalies anomalies;
};

// Returns true if `experiment` has a recording that must still be finished.
bool is_unfinished(const std::filesystem::path& experiment);

// Finishes the archive. The call may be repeated as long as <experiment>/raw is there, after an
// error or if somebody is killed, for example when there is more room on the disk. Nothing means
// that no process recorded an event; the Error says why, if that is known. `threads`: for the
// conversion; 0 means all cores.
base::Result<FinishedArchive> finish_archive(const std::filesystem::path& experiment,
                                             unsigned threads);

}  // namespace tarry::trace::finish

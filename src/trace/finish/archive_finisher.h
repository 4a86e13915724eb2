// SPDX-License-Identifier: BSD-3-Clause
// The last step of a recording, after all processes have ended: whatever they left in
// <experiment>/raw becomes an OTF2 archive (traces.otf2, traces.def, traces/). Processes that ended
// orderly have converted their logs themselves; the logs of those that did not are converted here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/anomalies.h"

namespace tarry::trace::finish {

struct FinishedArchive {
  std::uint32_t ranks = 0;
  std::uint32_t threads = 0;  // largest number of threads of one process
  std::uint64_t events = 0;
  std::uint64_t ticks_per_second = 0;
  std::string clock_source;    // "tsc" or "monotonic"; both if hosts differ
  std::string mpi_library;     // its own name and version
  std::uint32_t salvaged = 0;  // processes whose logs were converted here
  bool has_mpi = false;
  bool unified_afterwards = false;  // no MPI_Finalize had done it
  std::uint32_t incomplete = 0;     // processes that did not end orderly
  std::vector<std::string> hosts;
  std::vector<std::string> notes;  // what the user should be told, one sentence each
  model::Anomalies anomalies;
};

// True if `experiment` has a recording that waits to be finished.
bool is_unfinished(const std::filesystem::path& experiment);

// Finishes the archive and removes <experiment>/raw. On an Error, raw/ is still there and the same
// call may be tried again, say, when there is more room on the disk. NotFound: no process recorded
// anything. `threads`: for the conversion; 0 means all cores.
base::Result<FinishedArchive> finish_archive(const std::filesystem::path& experiment,
                                             unsigned threads);

}  // namespace tarry::trace::finish

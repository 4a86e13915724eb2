// SPDX-License-Identifier: BSD-3-Clause
// Runs the launcher and takes care of processes that it leaves behind. The program keeps its
// standard streams, process group and signal settings; only processes that would outlive us are
// ended.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace tarry::launch {

struct ChildEnd {
  int status = 0;             // as a shell tells it: 128 + signal after a signal
  int killed_by = 0;          // the signal that killed the launcher itself
  int asked_to_stop = 0;      // the signal that told us to stop
  unsigned strays_ended = 0;  // number of processes that outlived a killed launcher
  // Processor time of the launcher and of all processes on this machine that it, or we, waited for.
  double processor_seconds = 0;
};

// Runs `words` to the end. SIGINT and SIGQUIT from the terminal reach the launcher by themselves;
// SIGTERM and SIGHUP are passed on. If we are killed, the launcher gets SIGTERM. Processes that a
// killed launcher leaves behind get SIGTERM, then SIGKILL. Returns an Error if the launcher cannot
// be started.
base::Result<ChildEnd> run_child(const std::vector<std::string>& words);

// Waits at most `seconds` for processes of this machine that the launcher left behind, until none
// of `pids` is alive. Returns the number of living ones.
unsigned wait_for_processes(const std::vector<int>& pids, unsigned seconds);

}  // namespace tarry::launch

// SPDX-License-Identifier: BSD-3-Clause
// Runs the launcher and stays in charge of what it leaves behind. The program keeps its standard
// streams, process group and signal settings; only what would outlive us is ended.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace tarry::launch {

struct ChildEnd {
  int status = 0;             // as a shell would say it: 128 + signal if killed by one
  int killed_by = 0;          // the launcher itself was killed by this signal
  int asked_to_stop = 0;      // we were told to by this signal
  unsigned strays_ended = 0;  // processes that outlived a launcher that was killed
  // Of the launcher and all on this machine that it, or we, have waited for.
  double processor_seconds = 0;
};

// Runs `words` to the end. SIGINT and SIGQUIT from the terminal reach the launcher by themselves;
// SIGTERM and SIGHUP are passed on. If we are killed, the launcher gets SIGTERM. Processes that a
// killed launcher leaves behind get SIGTERM, then SIGKILL. An Error if it cannot be started.
base::Result<ChildEnd> run_child(const std::vector<std::string>& words);

// Waits for processes of this machine that the launcher left behind, at most `seconds`, until none
// of `pids` is alive. Returns how many are.
unsigned wait_for_processes(const std::vector<int>& pids, unsigned seconds);

}  // namespace tarry::launch

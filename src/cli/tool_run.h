// SPDX-License-Identifier: BSD-3-Clause
// Runs a compiler or a similar tool and waits for it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace tarry::cli {

enum class ToolOutput { Shown, Kept };

struct ToolRun {
  int status = 0;      // as a shell reports it
  std::string output;  // both streams, if kept
};

// Runs the tool. An interrupt from the terminal ends the tool but not this process, which may have
// to clean up. Returns an Error if the tool cannot be run.
base::Result<ToolRun> run_tool(const std::vector<std::string>& command, ToolOutput output);

}  // namespace tarry::cli

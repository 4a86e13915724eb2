// SPDX-License-Identifier: BSD-3-Clause
// Running a compiler or another tool of its kind and waiting for it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace tarry::cli {

enum class ToolOutput { Shown, Kept };

struct ToolRun {
  int status = 0;      // as a shell would tell it
  std::string output;  // both streams, if kept
};

// An interrupt from the terminal ends the tool, not us: there may be something to clean up. An
// Error if it cannot be run.
base::Result<ToolRun> run_tool(const std::vector<std::string>& command, ToolOutput output);

}  // namespace tarry::cli

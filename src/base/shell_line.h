// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace tarry::base {

// A command line that can be pasted into a shell.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace tarry::base

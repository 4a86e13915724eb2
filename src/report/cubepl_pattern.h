// SPDX-License-Identifier: BSD-3-Clause
// Patterns in expressions of derived metrics: regular expressions from a file that somebody else
// wrote.
#pragma once

#include <regex>
#include <string>

#include "base/result.h"

namespace tarry::report::cubepl {

// Returns the pattern, which is compiled and matched in time and memory that grow with its length
// alone: it has no repetitions by number, which would be copied, but {0,1}, and few groups inside
// each other. Any other pattern is an Error, whose `what` says why.
base::Result<std::regex> compiled_pattern(std::string pattern);

}  // namespace tarry::report::cubepl

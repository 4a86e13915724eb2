// SPDX-License-Identifier: BSD-3-Clause
// Loads patterns from shared libraries (include/tarry/pattern.h).
#pragma once

#include <string>

#include "analysis/declared/pattern.h"
#include "base/result.h"

namespace tarry::analysis::declared {

// Checks what a plug-in says of a pattern, and returns the pattern. `plugin` has the file, and
// where in it the functions are.
base::Result<Pattern> checked_plugin(const tarry_pattern& described, Plugin plugin,
                                     const PatternSet& set);

// Adds the patterns of the library to `set`. The library stays loaded until the end of the program.
base::Status load_library(const std::string& file, PatternSet& set);

}  // namespace tarry::analysis::declared

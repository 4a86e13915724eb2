// SPDX-License-Identifier: BSD-3-Clause
// Loads patterns from shared libraries (include/tarry/pattern.h).
#pragma once

#include <string>

#include "analysis/declared/pattern.h"
#include "base/result.h"

namespace tarry::analysis::declared {

// Adds the patterns of the library to `set`. The library stays loaded until the end of the program.
base::Status load_library(const std::string& file, PatternSet& set);

}  // namespace tarry::analysis::declared

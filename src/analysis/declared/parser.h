// SPDX-License-Identifier: BSD-3-Clause
// Reads the patterns that users declare in files. Reference: docs/formats/pattern-files.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/declared/pattern.h"
#include "base/result.h"

namespace tarry::analysis::declared {

// Adds the patterns of a text to `set`. The Error names file, line and column, what was expected
// there and what was found. `file` is what messages call the text.
base::Status parse(std::string_view text, std::string_view file, PatternSet& set);

}  // namespace tarry::analysis::declared

// SPDX-License-Identifier: BSD-3-Clause
// What must hold of any text that is taken as a pattern file.
#pragma once

#include <string>

namespace tarry::fuzz {

// Reads the text. It is refused with its place, or its patterns are searched for in a small trace,
// where they give the same numbers for one worker and for two. Returns what does not hold, or "".
// `is_refused`: where to say whether it is refused, or nullptr.
std::string check_pattern(const std::string& text, bool* is_refused = nullptr);

}  // namespace tarry::fuzz

// SPDX-License-Identifier: BSD-3-Clause
// The tab-separated text of the recording's small files: one definition per line, with `\t`, `\n`
// and `\\` escaped in strings. Nothing here throws or prints, because it is linked into the
// injected runtime.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/parse_number.h"

namespace tarry::trace::eventlog {

std::string escape(std::string_view text);
std::string unescape(std::string_view text);

// Returns the fields of one line, still escaped, as views into `line`.
std::vector<std::string_view> split_fields(std::string_view line);

// Removes the next complete line from the front of `text` and returns it without its end; returns
// false if there is none. A last line without an end was cut off while it was written and is not
// delivered.
bool next_line(std::string_view& text, std::string_view& line);

using base::parse_number;

std::string to_hex(std::uint64_t value);

}  // namespace tarry::trace::eventlog

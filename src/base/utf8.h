// SPDX-License-Identifier: BSD-3-Clause
// Names come from programs and files of any kind, and readers of text files expect valid UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tarry::base {

// Returns the length of the UTF-8 sequence at `at`, or 0 if it is invalid or the text ends there.
// Overlong forms, surrogates and values beyond U+10FFFF are invalid.
std::size_t utf8_length(std::string_view text, std::size_t at);

// Returns `text` with '?' for every byte that is not part of valid UTF-8.
std::string valid_utf8(std::string_view text);

// Returns the number of characters of a valid text, each of which is taken to fill one column of a
// terminal.
std::size_t columns_of(std::string_view text);

}  // namespace tarry::base

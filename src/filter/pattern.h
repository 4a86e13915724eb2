// SPDX-License-Identifier: BSD-3-Clause
// Checks patterns of fnmatch(3): it takes unclosed brackets for plain characters, so that a rule
// with a typing error would silently fit nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace tarry::filter {

// Returns where a bracket is opened and never closed. `[]` does not count: names of C++ have it
// ("operator[]"), and it means itself where no further `]` follows.
std::optional<std::size_t> unclosed_bracket(std::string_view pattern);

// Returns whether the pattern fits only the one name that it spells.
bool is_plain_name(std::string_view pattern);

}  // namespace tarry::filter

// SPDX-License-Identifier: BSD-3-Clause
// The patterns of fnmatch(3) as far as they can be wrong: it takes what is not closed for plain
// characters, so that a rule with a typing error would silently fit nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace tarry::filter {

// Where a bracket is opened and never closed. `[]` is none: names of C++ have it ("operator[]"),
// and it means itself where no further `]` follows.
std::optional<std::size_t> unclosed_bracket(std::string_view pattern);

// Whether it fits one name only, which is itself.
bool is_plain_name(std::string_view pattern);

}  // namespace tarry::filter

// SPDX-License-Identifier: BSD-3-Clause
// Lists in texts: parts with a separator between them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tarry::base {

// Returns the parts between the separators, as views into `text`; there is one part more than there
// are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

// The first and the last number of a range; `last` is not less than `first`.
struct NumberRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

// Parses "3" or "3-5", as joined.h writes them; nothing if `text` is not that.
std::optional<NumberRange> range_in(std::string_view text);

}  // namespace tarry::base

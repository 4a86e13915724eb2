// SPDX-License-Identifier: BSD-3-Clause
#include "base/split.h"

#include <algorithm>

#include "base/parse_number.h"

namespace tarry::base {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::optional<NumberRange> range_in(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = number_in<std::uint32_t>(text.substr(0, dash));
  const auto last =
      dash == std::string_view::npos ? first : number_in<std::uint32_t>(text.substr(dash + 1));
  if (!first || !last || *last < *first) return std::nullopt;
  return NumberRange{*first, *last};
}

}  // namespace tarry::base

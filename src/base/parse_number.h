// SPDX-License-Identifier: BSD-3-Clause
// The one way to read a number that is a whole text. Nothing here throws, allocates or prints.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace tarry::base {

// Parses text that is exactly a number, with nothing before or after it. `radix` is for integers.
template <class T>
bool parse_number(std::string_view text, T& value, [[maybe_unused]] int radix = 10) {
  const char* const end = text.data() + text.size();
  std::from_chars_result read;
  if constexpr (std::is_floating_point_v<T>)
    read = std::from_chars(text.data(), end, value);
  else
    read = std::from_chars(text.data(), end, value, radix);
  return read.ec == std::errc{} && read.ptr == end;
}

// Returns the number; nothing if `text` is not exactly a T.
template <class T>
std::optional<T> number_in(std::string_view text) {
  T value{};
  return parse_number(text, value) ? std::optional(value) : std::nullopt;
}

}  // namespace tarry::base

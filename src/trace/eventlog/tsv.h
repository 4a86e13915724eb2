// SPDX-License-Identifier: BSD-3-Clause
// The tab separated text that the recording's small files are made of: one definition per line,
// `\t`, `\n` and `\\` escaped in strings. Nothing here throws or prints: it is linked into the
// injected runtime.
#pragma once

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tarry::trace::eventlog {

std::string escape(std::string_view text);
std::string unescape(std::string_view text);

// Fields of one line, still escaped; views into `line`.
std::vector<std::string_view> split_fields(std::string_view line);

// Takes the next complete line (without its end) off the front of `text`; false if there is none.
// A last line without an end was cut off while it was written and is not delivered.
bool next_line(std::string_view& text, std::string_view& line);

// Exactly a number, nothing before or after it.
template <class T>
bool parse_number(std::string_view text, T& value, int base = 10) {
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value, base);
  return error == std::errc{} && stopped == end && !text.empty();
}

std::string to_hex(std::uint64_t value);

base::Result<std::string> read_text(const std::filesystem::path& path);
// Writes beside `path` and renames: a reader sees all of it or nothing, and after an Error what was
// there before. Whose file it is: 0666 less the user's umask.
base::Status write_text(const std::filesystem::path& path, std::string_view text);

}  // namespace tarry::trace::eventlog

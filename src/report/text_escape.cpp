// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_escape.h"

#include <cstddef>

namespace tarry::report {
namespace {

unsigned byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
}

// Returns the length of the UTF-8 sequence at `at`, or 0 if it is invalid. Overlong forms,
// surrogates and values beyond U+10FFFF are invalid.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const unsigned lead = byte_at(text, at);
  const unsigned second = byte_at(text, at + 1);
  const auto continues = [&](std::size_t i) { return (byte_at(text, at + i) & 0xC0u) == 0x80u; };
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (lead == 0xE0 && second < 0xA0) return 0;
    if (lead == 0xED && second > 0x9F) return 0;
    return continues(1) && continues(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (lead == 0xF0 && second < 0x90) return 0;
    if (lead == 0xF4 && second > 0x8F) return 0;
    return continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20) || c == '\x7f'; }

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0)
      valid += '?';
    else
      valid.append(text, i, length);
    i += length == 0 ? 1 : length;
  }
  return valid;
}

std::string escape_markup(std::string_view text) {
  std::string escaped;
  for (const char c : valid_utf8(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      case '\n':
        escaped += "&#10;";
        break;
      case '\t':
        escaped += "&#9;";
        break;
      default:
        escaped += is_control(c) ? '?' : c;
    }
  }
  return escaped;
}

std::string one_line(std::string_view text) {
  std::string line = valid_utf8(text);
  for (char& c : line)
    if (is_control(c)) c = '?';
  return line;
}

}  // namespace tarry::report

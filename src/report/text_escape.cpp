// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_escape.h"

namespace tarry::report {
namespace {

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20) || c == '\x7f'; }

}  // namespace

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

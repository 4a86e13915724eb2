// SPDX-License-Identifier: BSD-3-Clause
// Fields of CSV files.
#pragma once

#include <string>

namespace tarry::base {

// Returns the text as a field: in quotes if it has a comma, a quote or a line break. Source: RFC
// 4180.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace tarry::base

// SPDX-License-Identifier: BSD-3-Clause
// Fields of CSV files.
#pragma once

#include <string>
#include <string_view>

#include "base/utf8.h"

namespace tarry::base {

// Returns the text as a field: valid UTF-8, in quotes if it has a comma, a quote or a line break.
// Source: RFC 4180.
inline std::string csv_field(std::string_view text) {
  std::string valid = valid_utf8(text);
  if (valid.find_first_of(",\"\r\n") == std::string::npos) return valid;
  std::string quoted = "\"";
  for (const char c : valid) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace tarry::base

// SPDX-License-Identifier: BSD-3-Clause
// Names in a report come from programs and files of any kind. What goes into XML, HTML or a message
// is made valid first: UTF-8 without control characters, mark-up escaped.
#pragma once

#include <string>
#include <string_view>

namespace tarry::report {

// `text` with every byte that is not part of valid UTF-8 replaced by '?'.
std::string valid_utf8(std::string_view text);

// For XML and HTML, as element text and inside a quoted attribute.
std::string escape_markup(std::string_view text);

// For one line of a message or a terminal: valid UTF-8, control characters replaced by '?'.
std::string one_line(std::string_view text);

}  // namespace tarry::report

// SPDX-License-Identifier: BSD-3-Clause
// Names in a report come from programs and files of any kind. Text for XML, HTML or a message is
// made valid first: UTF-8 without control characters, with markup escaped.
#pragma once

#include <string>
#include <string_view>

#include "base/utf8.h"

namespace tarry::report {

using base::valid_utf8;

// Escapes text for XML and HTML, both as element text and inside a quoted attribute.
std::string escape_markup(std::string_view text);

// Prepares text for one line of a message or a terminal: valid UTF-8, with '?' for control
// characters.
std::string one_line(std::string_view text);

}  // namespace tarry::report

// SPDX-License-Identifier: BSD-3-Clause
// The frame and the looks of a page that is one self-contained file.
#pragma once

#include <string>
#include <string_view>

namespace tarry::report {

// Returns everything up to the begin of the body. `title` may hold any bytes. `more_style` follows
// our own style sheet.
std::string page_begin(std::string_view title, std::string_view more_style);

// Returns everything behind the content, with the script of the page.
std::string page_end(std::string_view script);

// Escapes JSON for a <script type="application/json">, so that no text in it ends the element.
std::string embedded_json(std::string_view json);

}  // namespace tarry::report

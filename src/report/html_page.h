// SPDX-License-Identifier: BSD-3-Clause
// The common part of all our pages: one self-contained file, its frame, its looks and its behavior.
#pragma once

#include <string>
#include <string_view>

namespace tarry::report {

// Returns everything up to the begin of the body. `title` may hold any bytes. `more_style` follows
// our own style sheet.
std::string page_begin(std::string_view title, std::string_view more_style = {});

// Returns everything behind the content. `more_script` follows our own script.
std::string page_end(std::string_view more_script = {});

// Escapes JSON for a <script type="application/json">, so that no text in it ends the element.
std::string embedded_json(std::string_view json);

}  // namespace tarry::report

// SPDX-License-Identifier: BSD-3-Clause
// What the reader of a text has in front of them: a terminal of some width, with or without colors
// and Unicode, or a pipe.
#pragma once

#include "cli/command.h"
#include "report/text_layout.h"

namespace tarry::cli {

// Returns the style of text that goes to file descriptor `descriptor` (1 or 2). Lines are as long
// as COLUMNS says, otherwise as the terminal; in a pipe or file they have no limit. Colors are
// those that --color asks for, by default those of a terminal, unless NO_COLOR is set
// (no-color.org) or TERM is "dumb". Unicode follows the locale.
report::TextStyle text_style(const CommonOptions& common, int descriptor);

// Returns the style of text that goes to a file: lines have no limit.
report::TextStyle file_style(const CommonOptions& common);

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
// Manual pages in the man(7) macros, made from the descriptions of the verbs.
#pragma once

#include <string>

#include "cli/command.h"

namespace tarry::cli {

// Returns the page tarry(1): the purpose of tarry and its verbs.
std::string overview_page(const Commands& commands);

// Returns the page of a verb, such as tarry-report(1).
std::string man_page(Command& command);

}  // namespace tarry::cli

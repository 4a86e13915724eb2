// SPDX-License-Identifier: BSD-3-Clause
// Manual pages in the man(7) macros, made from what the verbs know about themselves.
#pragma once

#include <string>

#include "cli/command.h"

namespace tarry::cli {

// tarry(1): what it is for and the verbs.
std::string overview_page(const Commands& commands);

// tarry-report(1)
std::string man_page(Command& command);

}  // namespace tarry::cli

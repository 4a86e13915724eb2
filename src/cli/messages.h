// SPDX-License-Identifier: BSD-3-Clause
// What a verb tells the user besides its results: one line each on stderr, none with --quiet.
#pragma once

#include <string_view>

#include "cli/command.h"

namespace tarry::cli {

// "tarry: <text>".
void say(const CommonOptions& common, std::string_view text);
// The same with "warning: " in front.
void warn(const CommonOptions& common, std::string_view text);

}  // namespace tarry::cli

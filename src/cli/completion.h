// SPDX-License-Identifier: BSD-3-Clause
// Completions for shells, made from the descriptions of the verbs as the manual pages are.
#pragma once

#include <string>

#include "cli/command.h"

namespace tarry::cli {

// Returns a script for bash that works without the package bash-completion.
std::string bash_completion(const Commands& commands);

// Returns the function _tarry for zsh.
std::string zsh_completion(const Commands& commands);

}  // namespace tarry::cli

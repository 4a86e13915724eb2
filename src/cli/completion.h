// SPDX-License-Identifier: BSD-3-Clause
// Completions for shells, made from what the verbs know about themselves, as the manual pages are.
#pragma once

#include <string>

#include "cli/command.h"

namespace tarry::cli {

// A script for bash; it needs nothing of the package bash-completion.
std::string bash_completion(const Commands& commands);

// The function _tarry for zsh.
std::string zsh_completion(const Commands& commands);

}  // namespace tarry::cli

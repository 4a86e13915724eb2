// SPDX-License-Identifier: BSD-3-Clause
// The texts that --help and --version print.
#pragma once

#include <string>

#include "cli/command.h"

namespace tarry::cli {

// "tarry 0.1.0\n"
std::string version_line();

// The purpose of tarry as one sentence.
inline constexpr const char* kPurpose = "where does a parallel program wait";

// A sentence that says where the documents are that help and messages name as docs/...
inline constexpr const char* kDocuments =
    "Documents (docs/...) are in share/doc/tarry of the installation, or in the source tree.";

// "tarry report [options] <report>"
std::string synopsis(Command& command);

// Returns the list of verbs, one line each.
std::string overview(const Commands& commands);

// Returns the help of one verb with all its options.
std::string help_text(Command& command);

}  // namespace tarry::cli

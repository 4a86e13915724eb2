// SPDX-License-Identifier: BSD-3-Clause
// From the words of the command line to a verb that knows its options. What is wrong with them is
// told in one line, with the nearest known word.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"

namespace tarry::cli {

// What the command line asks for.
struct Request {
  Command* command = nullptr;  // to be run; nullptr: `text` is all
  std::string text;            // help or version, for stdout
};

// `words`: all behind "tarry". An Error is wrong usage.
base::Result<Request> read_command_line(const Commands& commands, CommonOptions& common,
                                        std::vector<std::string> words);

enum class Asked { Run, Help, Version };

// Sets the targets of `table`, the options of `verb`.
base::Result<Asked> read_options(const OptionTable& table, const std::string& verb,
                                 std::vector<std::string> words);

}  // namespace tarry::cli

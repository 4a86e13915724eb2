// SPDX-License-Identifier: BSD-3-Clause
// Turns the words of the command line into a verb that knows its options. One line tells what is
// wrong with them and names the nearest known word.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"

namespace tarry::cli {

// The request that the command line makes.
struct Request {
  Command* command = nullptr;  // the verb to run; nullptr: only `text` is printed
  std::string text;            // help or version, for stdout
};

// `words` are all words after "tarry". An Error means wrong usage.
base::Result<Request> read_command_line(const Commands& commands, CommonOptions& common,
                                        std::vector<std::string> words);

enum class Asked { Run, Help, Version };

// Sets the targets of `table`, the options of `verb`.
base::Result<Asked> read_options(const OptionTable& table, const std::string& verb,
                                 std::vector<std::string> words);

}  // namespace tarry::cli

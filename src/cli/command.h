// SPDX-License-Identifier: BSD-3-Clause
// One Command per verb: everything the command line, its help and the manual pages know about a
// verb stands here. A new verb is one <verb>_command.cpp and one row in verbs.def.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/option.h"

namespace tarry::cli {

struct Example {
  std::string command;  // "tarry report run1 --top 5"
  std::string meaning;  // "the five largest wait states"
};

// What every verb is told: the common options.
struct CommonOptions {
  bool quiet = false;
  bool verbose = false;
  std::string color = "auto";  // auto, always, never
  unsigned threads = 0;        // -j; 0: all cores
};

OptionTable common_options(CommonOptions& common);

class Command {
 public:
  virtual ~Command() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::string summary() const = 0;
  // For the manual: what it does, which files it writes. Paragraphs.
  [[nodiscard]] virtual std::vector<std::string> description() const = 0;
  [[nodiscard]] virtual std::vector<Example> examples() const = 0;
  // Not shown in the short help.
  [[nodiscard]] virtual bool hidden() const { return false; }

  // Not empty ("launcher and program"): the verb starts a program. What follows its own options,
  // from the first other word or from `--` on, is passed to set_command() untouched.
  [[nodiscard]] virtual std::string takes_command() const { return ""; }
  virtual void set_command(std::vector<std::string> /*words*/) {}

  // Processes that one launcher started are one run of it.
  [[nodiscard]] virtual bool runs_together() const { return false; }

  // Its own options and arguments; their values go to members of the command.
  virtual OptionTable options() = 0;

  // Does the work; the value is the exit status. Results go to stdout, everything else to stderr.
  virtual base::Result<int> run(const CommonOptions& common) = 0;
};

using Commands = std::vector<std::unique_ptr<Command>>;

// All verbs, in the order of the help text.
Commands make_commands();

// Verbs that the interface names and this version lacks.
const std::vector<std::string>& verbs_to_come();

}  // namespace tarry::cli

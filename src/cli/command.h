// SPDX-License-Identifier: BSD-3-Clause
// There is one Command per verb. It holds everything that the command line, its help and the manual
// pages know about a verb. A new verb is one <verb>_command.cpp and one row in verbs.def.
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

// The common options, which every verb gets.
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
  // Returns paragraphs for the manual: what the verb does and which files it writes.
  [[nodiscard]] virtual std::vector<std::string> description() const = 0;
  [[nodiscard]] virtual std::vector<Example> examples() const = 0;
  // Returns whether the short help leaves out the verb.
  [[nodiscard]] virtual bool hidden() const { return false; }

  // Returns text ("launcher and program") if the verb starts a program. The words after its own
  // options, from the first other word or from `--` on, are then passed to set_command() untouched.
  [[nodiscard]] virtual std::string takes_command() const { return ""; }
  virtual void set_command(std::vector<std::string> /*words*/) {}

  // Returns whether `--` parts the arguments into two groups. The words behind it are then passed
  // to set_second_group().
  [[nodiscard]] virtual bool has_two_groups() const { return false; }
  virtual void set_second_group(std::vector<std::string> /*words*/) {}

  // Returns the exit status for work that failed. It is 2 for verbs whose 1 is a result.
  [[nodiscard]] virtual int status_of_failure() const { return 1; }

  // Returns whether the processes that one launcher started are one run of the verb.
  [[nodiscard]] virtual bool runs_together() const { return false; }

  // Returns the verb's own options and arguments. Their values go to members of the command.
  virtual OptionTable options() = 0;

  // Does the work and returns the exit status. Results go to stdout, everything else to stderr.
  virtual base::Result<int> run(const CommonOptions& common) = 0;
};

using Commands = std::vector<std::unique_ptr<Command>>;

// Returns all verbs in the order of the help text.
Commands make_commands();

// Returns the verbs that the interface names and this version lacks.
const std::vector<std::string>& verbs_to_come();

}  // namespace tarry::cli

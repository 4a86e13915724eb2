// SPDX-License-Identifier: BSD-3-Clause
// One Command per verb: everything the command line, its help and the generated manuals know about
// a verb stands here. A new verb is one <verb>_command.cpp and one line in commands.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

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

class Command {
 public:
  virtual ~Command() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::string summary() const = 0;
  [[nodiscard]] virtual std::vector<Example> examples() const = 0;
  // Not shown in the short help.
  [[nodiscard]] virtual bool hidden() const { return false; }

  // The verb starts a program: what follows its own options, from the first other word or from `--`
  // on, is passed to set_command() untouched.
  [[nodiscard]] virtual bool takes_command() const { return false; }
  virtual void set_command(std::vector<std::string> /*words*/) {}

  // Declares options and positionals; their values go to members of the command.
  virtual void add_options(CLI::App& app) = 0;

  // Does the work; the value is the exit status. Results go to stdout, everything else to stderr.
  virtual base::Result<int> run(const CommonOptions& common) = 0;
};

// All verbs, in the order of the help text.
std::vector<std::unique_ptr<Command>> make_commands();

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
// Makes the verbs of verbs.def and the options that they share.
#include "cli/command.h"

namespace tarry::cli {

#define TARRY_VERB(verb) std::unique_ptr<Command> make_##verb##_command();
#include "cli/verbs.def"

Commands make_commands() {
  Commands commands;
#define TARRY_VERB(verb) commands.push_back(make_##verb##_command());
#include "cli/verbs.def"
  return commands;
}

const std::vector<std::string>& verbs_to_come() {
  static const std::vector<std::string> kVerbs;
  return kVerbs;
}

OptionTable common_options(CommonOptions& common) {
  constexpr unsigned kMostThreads = 1024;
  return {{.names = "-h,--help", .target = ShowHelp{}, .help = "Show this help and stop"},
          {.names = "--version", .target = ShowVersion{}, .help = "Show the version and stop"},
          {.names = "-q,--quiet",
           .target = &common.quiet,
           .help = "Print nothing but results and errors"},
          {.names = "-v,--verbose", .target = &common.verbose, .help = "Say what is done and why"},
          {.names = "--color",
           .target = &common.color,
           .help = "Color in text; auto: on a terminal unless NO_COLOR is set",
           .choices = {"auto", "always", "never"},
           .otherwise = "auto"},
          {.names = "-j,--jobs",
           .target = Number{&common.threads, 1, kMostThreads},
           .help = "Number of threads; results do not depend on it",
           .value = "N",
           .otherwise = "all cores"}};
}

}  // namespace tarry::cli

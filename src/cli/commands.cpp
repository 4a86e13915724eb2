// SPDX-License-Identifier: BSD-3-Clause
// The list of verbs and the options they share.
#include "cli/command.h"

namespace tarry::cli {

// make_<verb>_command() is defined in <verb>_command.cpp.
std::unique_ptr<Command> make_record_command();
std::unique_ptr<Command> make_instrument_command();
std::unique_ptr<Command> make_score_command();
std::unique_ptr<Command> make_analyze_command();
std::unique_ptr<Command> make_report_command();
std::unique_ptr<Command> make_diagnose_command();
std::unique_ptr<Command> make_compress_command();
std::unique_ptr<Command> make_expand_command();
std::unique_ptr<Command> make_replay_command();
std::unique_ptr<Command> make_print_command();
std::unique_ptr<Command> make_synth_command();
std::unique_ptr<Command> make_man_command();
std::unique_ptr<Command> make_completion_command();

Commands make_commands() {
  Commands commands;
  commands.push_back(make_record_command());
  commands.push_back(make_instrument_command());
  commands.push_back(make_score_command());
  commands.push_back(make_analyze_command());
  commands.push_back(make_report_command());
  commands.push_back(make_diagnose_command());
  commands.push_back(make_compress_command());
  commands.push_back(make_expand_command());
  commands.push_back(make_replay_command());
  commands.push_back(make_print_command());
  commands.push_back(make_synth_command());
  commands.push_back(make_man_command());
  commands.push_back(make_completion_command());
  return commands;
}

const std::vector<std::string>& verbs_to_come() {
  static const std::vector<std::string> kVerbs = {"view", "diff",    "mean",        "merge",
                                                  "cut",  "convert", "extrapolate", "generate"};
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
           .help = "Colour in text; auto: on a terminal, unless NO_COLOR is set",
           .choices = {"auto", "always", "never"},
           .otherwise = "auto"},
          {.names = "-j,--jobs",
           .target = Number{&common.threads, 1, kMostThreads},
           .help = "Threads; results are the same for any number",
           .value = "N",
           .otherwise = "all cores"}};
}

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
// Entry point: finds the verb, parses its options, runs it, turns an Error into one line on stderr
// and an exit status (0 done, 1 failed, 2 wrong usage).
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "cli/command.h"
#include "cli/nearest.h"

namespace tarry::cli {
namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;

std::string examples_text(const Command& command) {
  std::string text = "\nExamples:\n";
  for (const Example& example : command.examples())
    text += fmt::format("  {}\n      {}\n", example.command, example.meaning);
  return text;
}

int usage_error(const std::string& message, const std::string& suggestion,
                const std::string& help) {
  fmt::print(stderr, "tarry: {}", message);
  if (!suggestion.empty()) fmt::print(stderr, "; did you mean '{}'?", suggestion);
  fmt::print(stderr, " (try '{}')\n", help);
  return kUsage;
}

// The long options of one verb, for suggestions.
std::vector<std::string> long_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

void add_common_options(CLI::App& app, CommonOptions& common) {
  app.add_flag("-q,--quiet", common.quiet, "Print nothing but results and errors");
  app.add_flag("-v,--verbose", common.verbose, "Say more about what is done");
  app.add_option("--color", common.color, "Colour: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app.add_option("-j,--jobs", common.threads, "Threads (default: all cores)")
      ->check(CLI::Range(1u, 1024u));
}

bool takes_value(const CLI::App& app, const std::string& name) {
  const CLI::Option* option = app.get_option_no_throw(name);
  return option != nullptr && option->get_items_expected_max() > 0;
}

// Whether the option `word` takes the word after it as its value: --name, -n, or -qvn.
bool takes_next_word(const CLI::App& app, const std::string& word) {
  if (word.starts_with("--")) return word.find('=') == std::string::npos && takes_value(app, word);
  for (std::size_t i = 1; i < word.size(); ++i)
    if (takes_value(app, std::string("-") + word[i])) return i + 1 == word.size();
  return false;
}

// Takes the program and its arguments off the end of the command line `words` of verb `app`.
std::vector<std::string> split_off_command(const CLI::App& app, std::vector<std::string>& words) {
  std::size_t at = 2;  // behind the verb
  while (at < words.size() && words[at].size() > 1 && words[at][0] == '-' && words[at] != "--")
    at += takes_next_word(app, words[at]) ? 2 : 1;
  at = std::min(at, words.size());
  const std::size_t begin = at < words.size() && words[at] == "--" ? at + 1 : at;
  std::vector<std::string> command(words.begin() + static_cast<std::ptrdiff_t>(begin), words.end());
  words.resize(at);
  return command;
}

int run_command(Command& command, const CommonOptions& common) {
  base::Result<int> status = command.run(common);
  const bool stdout_failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (!status.ok()) {
    fmt::print(stderr, "tarry {}: {}\n", command.name(), status.error().message());
    return status.error().code == base::ErrorCode::Usage ? kUsage : kFailed;
  }
  if (stdout_failed) {
    fmt::print(stderr, "tarry {}: cannot write to standard output (is the disk full?)\n",
               command.name());
    return kFailed;
  }
  return *status;
}

int run(int argc, char** argv) {
  CLI::App app{
      "Tarry: where does a parallel program wait, who makes it wait, and what would it gain"
      " if they did not?"};
  app.name("tarry");
  app.set_version_flag("--version", "tarry " TARRY_VERSION);
  app.require_subcommand(1);
  app.footer(
      "\nStart with:\n  tarry record mpirun -n 4 ./program\n\n'tarry <command> --help' explains "
      "one command.");

  CommonOptions common;
  std::vector<std::unique_ptr<Command>> commands = make_commands();
  std::vector<CLI::App*> apps;
  std::vector<std::string> names;
  for (const auto& command : commands) {
    CLI::App* sub = app.add_subcommand(command->name(), command->summary());
    if (command->hidden()) sub->group("");
    add_common_options(*sub, common);
    command->add_options(*sub);
    sub->footer(examples_text(*command));
    apps.push_back(sub);
    if (!command->hidden()) names.push_back(command->name());
  }

  std::vector<std::string> words(argv, argv + argc);
  if (argc > 1 && argv[1][0] != '-') {
    const std::string verb = argv[1];
    const auto found = std::find_if(commands.begin(), commands.end(),
                                    [&](const auto& c) { return c->name() == verb; });
    if (found == commands.end())
      return usage_error("unknown command '" + verb + "'", nearest(verb, names), "tarry --help");
    if ((*found)->takes_command())
      (*found)->set_command(split_off_command(*apps[found - commands.begin()], words));
  }

  try {
    std::reverse(words.begin(), words.end());  // as the parser wants them, less the tool's name
    if (!words.empty()) words.pop_back();
    app.parse(words);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    for (std::size_t i = 0; i < apps.size(); ++i) {
      if (!apps[i]->parsed()) continue;
      std::string suggestion;
      for (const std::string& left : apps[i]->remaining())
        if (left.starts_with("--") && suggestion.empty())
          suggestion = nearest(left, long_options(*apps[i]));
      return usage_error(commands[i]->name() + ": " + e.what(), suggestion,
                         "tarry " + commands[i]->name() + " --help");
    }
    return usage_error(e.what(), "", "tarry --help");
  }
  for (std::size_t i = 0; i < apps.size(); ++i)
    if (apps[i]->parsed()) return run_command(*commands[i], common);
  return kUsage;
}

}  // namespace
}  // namespace tarry::cli

int main(int argc, char** argv) { return tarry::cli::run(argc, argv); }

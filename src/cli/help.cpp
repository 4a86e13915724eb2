// SPDX-License-Identifier: BSD-3-Clause
#include "cli/help.h"

#include <fmt/format.h>

namespace tarry::cli {
namespace {

constexpr std::size_t kWidth = 96;   // of a line
constexpr std::size_t kColumn = 26;  // where explanations begin

// Returns "  left     right" in lines of kWidth. A long left side stands on a line of its own.
std::string two_columns(const std::string& left, const std::string& right) {
  std::string text = left.size() + 4 > kColumn ? fmt::format("  {}\n{:{}}", left, "", kColumn)
                                               : fmt::format("  {:<{}}", left, kColumn - 2);
  std::size_t column = kColumn;
  for (std::size_t begin = 0; begin < right.size();) {
    const std::size_t end = std::min(right.find(' ', begin), right.size());
    if (column > kColumn && column + (end - begin) > kWidth) {
      text += fmt::format("\n{:{}}", "", kColumn);
      column = kColumn;
    }
    text += (column == kColumn ? "" : " ") + right.substr(begin, end - begin);
    column += end - begin + 1;
    begin = end + 1;
  }
  return text + "\n";
}

std::string section(const std::string& title, const OptionTable& table, bool arguments) {
  std::string text;
  for (const Option& option : table)
    if (option.is_shown() && option.is_argument() == arguments)
      text += two_columns(option.usage(), option.explanation());
  return text.empty() ? "" : "\n" + title + ":\n" + text;
}

}  // namespace

std::string version_line() { return "tarry " TARRY_VERSION "\n"; }

std::string synopsis(Command& command) {
  std::string text = "tarry " + command.name() + " [options]";
  for (const Option& option : command.options())
    if (option.is_argument()) text += " <" + option.names + (option.takes_many() ? ">..." : ">");
  if (const std::string words = command.takes_command(); !words.empty())
    text += " [--] <" + words + ">";
  if (command.has_two_groups()) text += " [-- <" + command.options().front().names + ">...]";
  return text;
}

std::string overview(const Commands& commands) {
  std::string text =
      fmt::format("Tarry: {}?\n\nUsage: tarry <command> [options] ...\n\nCommands:\n", kPurpose);
  for (const auto& command : commands)
    if (!command->hidden()) text += two_columns(command->name(), command->summary());
  CommonOptions common;
  text += section("Options of every command", common_options(common), false);
  return text +
         "\nStart with:\n  tarry record mpirun -n 4 ./program\n\n"
         "'tarry <command> --help' explains one command, and so does 'man tarry-<command>'.\n" +
         kDocuments + "\n";
}

std::string help_text(Command& command) {
  std::string text = command.summary() + "\n\nUsage: " + synopsis(command) + "\n";
  const OptionTable own = command.options();
  CommonOptions common;
  text += section("Arguments", own, true);
  text += section("Options", own, false);
  text += section("Common options", common_options(common), false);
  text += "\nExamples:\n";
  for (const Example& example : command.examples())
    text += fmt::format("  {}\n      {}\n", example.command, example.meaning);
  if (text.find("docs/") != std::string::npos) text += fmt::format("\n{}\n", kDocuments);
  return text;
}

}  // namespace tarry::cli

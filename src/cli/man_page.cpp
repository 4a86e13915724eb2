// SPDX-License-Identifier: BSD-3-Clause
#include "cli/man_page.h"

#include <fmt/format.h>

#include "cli/help.h"

namespace tarry::cli {
namespace {

// Returns the text as a line of its own, with everything escaped that roff interprets: backslashes,
// dashes and a leading dot or quote.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\'')
      out += "\\(aq";
    else if (c == '`')
      out += "\\(ga";
    else
      out += c;
  }
  return out.starts_with('.') ? "\\&" + out : out;
}

// Returns the text as an argument of a macro.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : escaped(text)) out += c == '"' ? std::string("\\(dq") : std::string(1, c);
  return out + "\"";
}

std::string head(const std::string& name, const std::string& summary) {
  std::string title = name;
  for (char& c : title) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return fmt::format(".TH {} 1 \"\" \"tarry {}\" \"Tarry manual\"\n.SH NAME\n{} \\- {}\n",
                     in_quotes(title), TARRY_VERSION, escaped(name), escaped(summary));
}

std::string section(const std::string& title) { return ".SH " + in_quotes(title) + "\n"; }

std::string paragraphs(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ".PP\n") + escaped(text) + "\n";
  return out;
}

std::string items(const OptionTable& table, bool arguments) {
  std::string text;
  for (const Option& option : table)
    if (option.is_shown() && option.is_argument() == arguments)
      text += fmt::format(".TP\n.B {}\n{}.\n", in_quotes(option.usage()),
                          escaped(option.explanation()));
  return text;
}

std::string options_of(const std::string& title, const OptionTable& table) {
  const std::string text = items(table, true) + items(table, false);
  return text.empty() ? "" : section(title) + text;
}

std::string examples(const std::vector<Example>& list) {
  std::string text = section("EXAMPLES");
  for (const Example& example : list)
    text += fmt::format(".TP\n.B {}\n{}\n", in_quotes(example.command), escaped(example.meaning));
  return text;
}

// `command` is nullptr on the page about all verbs.
std::string exit_status(const Command* command) {
  const std::string failed = "one line on standard error says what, where, and what to do.\n";
  std::string text = section("EXIT STATUS");
  if (command == nullptr || command->status_of_failure() == 1)
    text += ".TP\n.B 0\nDone.\n.TP\n.B 1\nThe work failed; " + failed +
            ".TP\n.B 2\nWrong usage.\n" +
            ".TP\n.B 3\nNothing was recorded; the line says why, and what to do.\n";
  else
    text +=
        ".TP\n.B 0\nNo difference.\n.TP\n.B 1\nA difference.\n.TP\n.B 2\n"
        "Wrong usage, or the work failed; " +
        failed;
  if (command != nullptr && !command->takes_command().empty())
    text += ".PP\nOnce a program was started and nothing of Tarry failed, its own status.\n";
  return text;
}

std::string see_also(const std::vector<std::string>& pages) {
  std::string text = section("SEE ALSO");
  for (std::size_t i = 0; i < pages.size(); ++i)
    text += ".BR " + escaped(pages[i]) + (i + 1 < pages.size() ? " (1),\n" : " (1)\n");
  return text + ".PP\n" + escaped(kDocuments) + "\n";
}

}  // namespace

std::string overview_page(const Commands& commands) {
  CommonOptions common;
  std::string text = head("tarry", "finds where parallel programs wait, and why");
  text += section("SYNOPSIS") + ".B tarry\n.I command\n[options] ...\n";
  text += section("DESCRIPTION") +
          paragraphs({std::string("Tarry answers: ") + kPurpose + "?",
                      "It measures unmodified programs, keeps an event trace in an experiment "
                      "directory, looks for wait states in it, and reports them."});
  std::vector<std::string> pages;
  text += section("COMMANDS");
  for (const auto& command : commands) {
    if (command->hidden()) continue;
    pages.push_back("tarry-" + command->name());
    text +=
        fmt::format(".TP\n.BR {} (1)\n{}.\n", escaped(pages.back()), escaped(command->summary()));
  }
  text += options_of("OPTIONS OF EVERY COMMAND", common_options(common));
  text += exit_status(nullptr);
  text +=
      examples({{"tarry record mpirun -n 4 ./program", "Measure, analyze, say where it waits."},
                {"tarry report tarry-program-4x1-20250101-120000", "Show all that was found."}});
  return text + see_also(pages);
}

std::string man_page(Command& command) {
  CommonOptions common;
  std::string text = head("tarry-" + command.name(), command.summary());
  text += section("SYNOPSIS") + ".B " + in_quotes(synopsis(command)) + "\n";
  text += section("DESCRIPTION") + paragraphs(command.description());
  text += options_of("OPTIONS", command.options());
  text += options_of("COMMON OPTIONS", common_options(common));
  text += exit_status(&command);
  text += examples(command.examples());
  return text + see_also({"tarry"});
}

}  // namespace tarry::cli

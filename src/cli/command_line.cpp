// SPDX-License-Identifier: BSD-3-Clause
// The only file that sees CLI11: its headers cost seconds of every build, and everything else about
// options is in their table.
#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/nearest.h"
#include "cli/help.h"

namespace tarry::cli {
namespace {

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overload(Cases...) -> Overload<Cases...>;

// `verb` may be empty. `near` is the known word that the user may have meant, or empty.
base::Error usage_error(const std::string& verb, const std::string& what, const std::string& near) {
  const std::string help = verb.empty() ? "tarry --help" : "tarry " + verb + " --help";
  return {base::ErrorCode::Usage, what, "",
          (near.empty() ? "" : "did you mean '" + near + "'? ") + ("try '" + help + "'")};
}

base::Error not_there_yet(const std::string& what) {
  return {base::ErrorCode::Usage, what + " is not available in this version", "",
          "docs/status.md lists what is"};
}

// The parser of one table.
class Parser {
 public:
  Parser(const OptionTable& table, std::string verb) : table_(table), verb_(std::move(verb)) {
    app_.set_help_flag();
    for (const Option& option : table) add(option);
    for (std::size_t i = 0; i < table.size(); ++i)
      if (!table[i].excludes.empty()) added_[i]->excludes(app_.get_option(table[i].excludes));
  }

  base::Result<Asked> parse(std::vector<std::string> words) {
    for (std::string& word : words)
      for (const Option& option : table_)
        if (!option.when_bare.empty() && word == option.name()) word += "=" + option.when_bare;
    std::reverse(words.begin(), words.end());  // the order that CLI11 expects
    try {
      app_.parse(words);
    } catch (const CLI::CallForHelp&) {
      return Asked::Help;
    } catch (const CLI::CallForVersion&) {
      return Asked::Version;
    } catch (const CLI::ParseError& error) {
      return usage_error(verb_, problem_of(error), nearest_to_unknown());
    }
    for (std::size_t i = 0; i < table_.size(); ++i)
      if (!table_[i].is_shown() && added_[i]->count() > 0) return not_there_yet(table_[i].name());
    return Asked::Run;
  }

 private:
  void add(const Option& option) {
    const std::string& names = option.names;
    CLI::Option* const added = std::visit(
        Overload{[&](NotYet) {
                   return option.takes_value() ? app_.add_option(names, ignored_)->expected(0, 1)
                                               : app_.add_flag(names);
                 },
                 [&](ShowHelp) { return app_.set_help_flag(names); },
                 [&](ShowVersion) { return app_.set_version_flag(names, std::string("-")); },
                 [&](bool* flag) { return app_.add_flag(names, *flag); },
                 [&](Clears clears) { return app_.add_flag("!" + names, *clears.flag); },
                 [&](std::string* text) {
                   return app_.add_option(names, *text)->check(&Parser::not_empty);
                 },
                 [&](std::vector<std::string>* texts) {
                   return app_.add_option(names, *texts)
                       ->take_all()
                       ->allow_extra_args(option.is_argument());
                 },
                 [&](const Number& number) {
                   return app_.add_option(names, *number.value)
                       ->check(CLI::Range(number.least, number.most));
                 }},
        option.target);
    if (!option.choices.empty())
      added->check([choices = option.choices,
                    former = option.former_choices](const std::string& value) {
        const bool is_known = std::find(choices.begin(), choices.end(), value) != choices.end() ||
                              std::find(former.begin(), former.end(), value) != former.end();
        return is_known ? "" : fmt::format("'{}' is none of {}", value, fmt::join(choices, ", "));
      });
    if (option.is_argument()) added->required();
    added_.push_back(added);
  }

  // Refuses an empty value: an unset variable of a script must not count as an option that is not
  // given.
  static std::string not_empty(const std::string& value) {
    return value.empty() ? "its value is empty" : "";
  }

  // Returns what is wrong; CLI11's own words where they say it well.
  [[nodiscard]] static std::string problem_of(const CLI::ParseError& error) {
    const std::string text = error.what();
    if (const auto end = text.rfind(" is required"); end != std::string::npos)
      return "no <" + text.substr(0, end) + "> given";
    if (text.ends_with(" missing")) return text.substr(0, text.find(':')) + " needs a value";
    return text;
  }

  [[nodiscard]] std::string nearest_to_unknown() const {
    std::vector<std::string> known;
    for (const Option& option : table_)
      if (option.is_shown() && !option.is_argument()) known.push_back(option.name());
    for (const std::string& word : app_.remaining())
      if (word.starts_with("--")) return base::nearest(word, known);
    return "";
  }

  const OptionTable& table_;
  const std::string verb_;
  CLI::App app_;
  std::vector<CLI::Option*> added_;
  std::vector<std::string> ignored_;
};

const Option* find_option(const OptionTable& table, const std::string& name) {
  for (const Option& option : table)
    for (const std::string& known : option.all_names())
      if (known == name) return &option;
  return nullptr;
}

bool takes_value(const OptionTable& table, const std::string& name) {
  const Option* option = find_option(table, name);
  return option != nullptr && option->takes_value();
}

// Returns whether the option `word` takes the word after it as its value: --name, -n, or -qvn.
bool takes_next_word(const OptionTable& table, const std::string& word) {
  if (word.starts_with("--"))
    return word.find('=') == std::string::npos && takes_value(table, word) &&
           find_option(table, word)->when_bare.empty();
  for (std::size_t i = 1; i < word.size(); ++i)
    if (takes_value(table, std::string("-") + word[i])) return i + 1 == word.size();
  return false;
}

// Takes the program and its arguments off the end of `words`.
std::vector<std::string> split_off_command(const OptionTable& table,
                                           std::vector<std::string>& words) {
  std::size_t at = 0;
  while (at < words.size() && words[at].size() > 1 && words[at][0] == '-' && words[at] != "--")
    at += takes_next_word(table, words[at]) ? 2 : 1;
  at = std::min(at, words.size());
  const std::size_t begin = at < words.size() && words[at] == "--" ? at + 1 : at;
  std::vector<std::string> command(words.begin() + static_cast<std::ptrdiff_t>(begin), words.end());
  words.resize(at);
  return command;
}

// Takes `--` and what is behind it off the end of `words`.
std::vector<std::string> split_off_second_group(std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  if (end == words.end()) return {};
  std::vector<std::string> group(end + 1, words.end());
  words.erase(end, words.end());
  return group;
}

// Returns how many words at the beginning are common options and their values.
std::size_t count_common(const OptionTable& common, const std::vector<std::string>& words) {
  const auto is_common = [&](const std::string& word) {
    const bool is_long = word.starts_with("--");
    return find_option(common, word.substr(0, is_long ? word.find('=') : 2)) != nullptr;
  };
  std::size_t at = 0;
  while (at < words.size() && is_common(words[at]))
    at += takes_next_word(common, words[at]) ? 2 : 1;
  return std::min(at, words.size());
}

// Puts the verb first: common options may stand in front of it.
void put_verb_first(const OptionTable& common, std::vector<std::string>& words) {
  const std::size_t at = count_common(common, words);
  if (at == words.size() || words[at].starts_with('-')) return;
  const auto verb = words.begin() + static_cast<std::ptrdiff_t>(at);
  std::rotate(words.begin(), verb, verb + 1);
}

base::Result<Request> without_verb(const Commands& commands, const OptionTable& common,
                                   const std::vector<std::string>& words) {
  const auto end = words.begin() + static_cast<std::ptrdiff_t>(count_common(common, words));
  TRY_ASSIGN(const Asked asked, read_options(common, "", {words.begin(), end}));
  if (asked == Asked::Help) return Request{nullptr, overview(commands)};
  if (asked == Asked::Version) return Request{nullptr, version_line()};
  return usage_error("", words.empty() ? "no command given" : "no command given before " + words[0],
                     "");
}

base::Error unknown_verb(const Commands& commands, const std::string& verb) {
  const std::vector<std::string>& later = verbs_to_come();
  if (std::find(later.begin(), later.end(), verb) != later.end())
    return not_there_yet("'tarry " + verb + "'");
  std::vector<std::string> names;
  for (const auto& command : commands)
    if (!command->hidden()) names.push_back(command->name());
  return usage_error("", "unknown command '" + verb + "'", base::nearest(verb, names));
}

}  // namespace

base::Result<Asked> read_options(const OptionTable& table, const std::string& verb,
                                 std::vector<std::string> words) {
  return Parser(table, verb).parse(std::move(words));
}

base::Result<Request> read_command_line(const Commands& commands, CommonOptions& common,
                                        std::vector<std::string> words) {
  put_verb_first(common_options(common), words);
  if (!words.empty() && words[0] == "help") {  // `help record` as `record --help`
    words.erase(words.begin());
    put_verb_first(common_options(common), words);
    words.insert(words.begin() + (words.empty() ? 0 : 1), "--help");
  }
  if (words.empty() || words[0].starts_with('-'))
    return without_verb(commands, common_options(common), words);
  const std::string verb = words[0];
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const auto& command) { return command->name() == verb; });
  if (found == commands.end()) return unknown_verb(commands, verb);
  Command& command = **found;
  words.erase(words.begin());
  OptionTable table = command.options();
  for (Option& option : common_options(common)) table.push_back(std::move(option));
  if (!command.takes_command().empty()) command.set_command(split_off_command(table, words));
  if (command.has_two_groups()) command.set_second_group(split_off_second_group(words));
  TRY_ASSIGN(const Asked asked, read_options(table, verb, std::move(words)));
  if (asked == Asked::Help) return Request{nullptr, help_text(command)};
  if (asked == Asked::Version) return Request{nullptr, version_line()};
  return Request{&command, ""};
}

}  // namespace tarry::cli

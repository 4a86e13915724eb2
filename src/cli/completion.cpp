// SPDX-License-Identifier: BSD-3-Clause
#include "cli/completion.h"

#include <fmt/format.h>

namespace tarry::cli {
namespace {

OptionTable completed_options(Command& command, CommonOptions& common) {
  OptionTable shown;
  for (const OptionTable& table : {command.options(), common_options(common)})
    for (const Option& option : table)
      if (option.is_shown()) shown.push_back(option);
  return shown;
}

std::string words_joined(const std::vector<std::string>& words, const char* between) {
  return fmt::format("{}", fmt::join(words, between));
}

std::string shown_verbs(const Commands& commands) {
  std::vector<std::string> verbs;
  for (const auto& command : commands)
    if (!command->hidden()) verbs.push_back(command->name());
  return words_joined(verbs, " ");
}

// Returns whether the next word is the value of the option.
bool value_is_next_word(const Option& option) {
  return !option.is_argument() && option.takes_value() && option.when_bare.empty();
}

// The facts that bash needs, as branches of `case` commands.
struct BashBranches {
  std::string options;       // of a verb
  std::string with_value;    // "verb --option"
  std::string with_choices;  // "verb --option" and its choices
  std::string launching;     // verbs that take a command
};

void add_branches(BashBranches& branches, Command& command) {
  CommonOptions common;
  const std::string verb = command.name();
  std::vector<std::string> names;
  std::vector<std::string> patterns;
  for (const Option& option : completed_options(command, common)) {
    if (option.is_argument()) continue;
    std::vector<std::string> own;
    for (const std::string& name : option.all_names()) {
      names.push_back(name);
      own.push_back(fmt::format("\"{} {}\"", verb, name));
    }
    if (value_is_next_word(option)) patterns.insert(patterns.end(), own.begin(), own.end());
    if (!option.choices.empty())
      branches.with_choices += fmt::format("    {}) echo \"{}\" ;;\n", words_joined(own, " | "),
                                           words_joined(option.choices, " "));
  }
  branches.options += fmt::format("    {}) echo \"{}\" ;;\n", verb, words_joined(names, " "));
  if (!patterns.empty())
    branches.with_value += fmt::format("    {}) return 0 ;;\n", words_joined(patterns, " | "));
  if (!command.takes_command().empty())
    branches.launching += (branches.launching.empty() ? "" : " | ") + verb;
}

// bash puts `=` into COMP_WORDS as a word of its own.
constexpr const char* kBashFunction = R"bash(
# Completes the words from number $1 on as a command with its arguments.
_tarry_command() {
  if declare -F _command_offset >/dev/null; then
    _command_offset "$1"
  elif ((COMP_CWORD == $1)); then
    COMPREPLY=($(compgen -c -- "${COMP_WORDS[COMP_CWORD]}"))
  else
    COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
  fi
}

_tarry() {
  local current=${COMP_WORDS[COMP_CWORD]} verb="" option="" i=1 word
  COMPREPLY=()
  while ((i < COMP_CWORD)); do
    word=${COMP_WORDS[i]}
    if [[ -z $verb ]]; then
      [[ $word = -* ]] || verb=$word
    elif [[ $word = -- ]] && _tarry_launches "$verb"; then
      _tarry_command $((i + 1))
      return
    elif [[ $word = -* && ${COMP_WORDS[i + 1]} = "=" ]]; then
      i=$((i + 2))
      ((i > COMP_CWORD)) && current=""
      ((i >= COMP_CWORD)) && option=$word
    elif [[ $word = -* ]] && _tarry_takes_value "$verb" "$word"; then
      i=$((i + 1))
      ((i == COMP_CWORD)) && option=$word
    elif [[ $word != -* ]] && _tarry_launches "$verb"; then
      _tarry_command "$i"
      return
    fi
    i=$((i + 1))
  done
  if [[ -z $verb ]]; then
    COMPREPLY=($(compgen -W "$(_tarry_verbs) help --help --version" -- "$current"))
  elif [[ $verb = help ]]; then
    COMPREPLY=($(compgen -W "$(_tarry_verbs)" -- "$current"))
  elif [[ -n $option ]]; then
    local choices
    choices=$(_tarry_choices "$verb" "$option")
    if [[ -n $choices ]]; then
      COMPREPLY=($(compgen -W "$choices" -- "$current"))
    else
      COMPREPLY=($(compgen -f -- "$current"))
    fi
  elif [[ $current = -* ]]; then
    COMPREPLY=($(compgen -W "$(_tarry_options "$verb")" -- "$current"))
  elif _tarry_launches "$verb"; then
    _tarry_command "$COMP_CWORD"
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}

complete -o filenames -o bashdefault -F _tarry tarry
)bash";

// Returns the text in the form that fits between '...' and between the brackets of an option of
// _arguments.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      out += std::string("\\") + c;
    else
      out += c;
  }
  return out;
}

// Returns the part after the name of an option, such as ":FORMAT:(text json)" or ":FILE:_files".
std::string zsh_value(const Option& option) {
  if (!option.takes_value()) return "";
  const std::string action =
      option.choices.empty() ? "_files" : "(" + words_joined(option.choices, " ") + ")";
  return fmt::format("{}:{}:{}", option.when_bare.empty() ? "" : ":",
                     option.value.empty() ? "value" : zsh_text(option.value), action);
}

std::string zsh_option(const Option& option, const std::string& name) {
  std::string after;  // how the value follows the name
  if (!option.when_bare.empty())
    after = "=-";
  else if (option.takes_value())
    after = name.starts_with("--") ? "=" : "+";
  return fmt::format("        '{}{}{}[{}]{}'\n", option.takes_many() ? "*" : "", name, after,
                     zsh_text(option.explanation()), zsh_value(option));
}

std::string zsh_branch(Command& command) {
  CommonOptions common;
  std::string text = fmt::format("    {})\n      specs=(\n", command.name());
  for (const Option& option : completed_options(command, common)) {
    if (option.is_argument()) continue;
    for (const std::string& name : option.all_names()) text += zsh_option(option, name);
  }
  text += command.takes_command().empty() ? "        '*:file:_files'\n"
                                          : "        '(-):command:_command_names -e'\n"
                                            "        '*::arguments:_normal'\n";
  return text + "      ) ;;\n";
}

}  // namespace

std::string bash_completion(const Commands& commands) {
  BashBranches branches;
  for (const auto& command : commands)
    if (!command->hidden()) add_branches(branches, *command);
  std::string text = "# Completion of tarry for bash, made by `tarry completion bash`.\n";
  text += fmt::format("_tarry_verbs() {{ echo \"{}\"; }}\n", shown_verbs(commands));
  text += "_tarry_options() {\n  case $1 in\n" + branches.options + "  esac\n}\n";
  text += "_tarry_choices() {\n  case \"$1 $2\" in\n" + branches.with_choices + "  esac\n}\n";
  text += "_tarry_takes_value() {\n  case \"$1 $2\" in\n" + branches.with_value +
          "  esac\n  return 1\n}\n";
  text += "_tarry_launches() {\n  case $1 in\n    " + branches.launching +
          ") return 0 ;;\n  esac\n  return 1\n}\n";
  return text + kBashFunction;
}

std::string zsh_completion(const Commands& commands) {
  std::string text = "#compdef tarry\n# Made by `tarry completion zsh`.\n\n_tarry() {\n";
  text += "  local -a verbs specs\n  verbs=(\n";
  for (const auto& command : commands)
    if (!command->hidden())
      text += fmt::format("    '{}:{}'\n", command->name(), zsh_text(command->summary()));
  text += "  )\n  if ((CURRENT == 2)); then\n    _describe -t commands command verbs\n";
  text += "    return\n  fi\n  case $words[2] in\n";
  for (const auto& command : commands)
    if (!command->hidden()) text += zsh_branch(*command);
  text += "    *) return 1 ;;\n  esac\n  shift words\n  ((CURRENT--))\n";
  return text + "  _arguments -s -S : $specs\n}\n\n_tarry \"$@\"\n";
}

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
// The options of a verb as a table: the command line, --help and the manual page are made from it,
// so that they always agree.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace tarry::cli {

// Splits "a,b" into {"a", "b"}.
std::vector<std::string> split_list(const std::string& list);

// The targets that the value of an option may have.
struct ShowHelp {};
struct ShowVersion {};
struct NotYet {};  // named in the interface, missing in this version; no help shows it
struct Clears {    // a flag that switches off
  bool* flag = nullptr;
};
struct Number {
  unsigned* value = nullptr;
  unsigned least = 0;
  unsigned most = 0;
};
using Target = std::variant<NotYet, ShowHelp, ShowVersion, bool*, Clears, std::string*,
                            std::vector<std::string>*, Number>;  // a list: may be repeated

struct Option {
  std::string names;  // "-o,--output"; without dashes: an argument, which must be there
  Target target = NotYet{};
  std::string help = "";   // begins with a capital letter, no full stop
  std::string value = "";  // name of the value, "FILE"; empty: a flag
  std::vector<std::string> choices = {};
  // Choices of earlier versions: no help shows them, and the verb says what took their place.
  std::vector<std::string> former_choices = {};
  std::string otherwise = "";  // the default, in words
  std::string variable = "";   // the environment variable that does the same
  std::string excludes = "";   // "--inclusive"
  // The value of an option without one. Another value is written only after a '=', so that the next
  // word is never taken for it.
  std::string when_bare = "";

  [[nodiscard]] bool is_argument() const { return !names.starts_with('-'); }
  [[nodiscard]] bool is_shown() const { return !std::holds_alternative<NotYet>(target); }
  [[nodiscard]] bool takes_value() const;
  [[nodiscard]] bool takes_many() const {
    return std::holds_alternative<std::vector<std::string>*>(target);
  }
  // Returns {"-o", "--output"}.
  [[nodiscard]] std::vector<std::string> all_names() const;
  // Returns the name for messages: the long one if there is one.
  [[nodiscard]] std::string name() const { return all_names().back(); }
  // Returns how the option is written: "-o, --output FILE", "--format text|json".
  [[nodiscard]] std::string usage() const;
  // Returns the help followed by choices, default and environment variable.
  [[nodiscard]] std::string explanation() const;
};

using OptionTable = std::vector<Option>;

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
// The options of a verb as a table: the command line, --help and the manual page are made from it,
// so that none of them can say anything else than the others.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace tarry::cli {

// "a,b" -> {"a", "b"}
std::vector<std::string> split_list(const std::string& list);

// Where the value of an option goes.
struct ShowHelp {};
struct ShowVersion {};
struct NotYet {};  // named in the interface, not there in this version; in no help
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
  std::string value = "";  // what the value is called, "FILE"; empty: a flag
  std::vector<std::string> choices = {};
  std::string otherwise = "";  // the default, in words
  std::string variable = "";   // the environment variable that does the same
  std::string excludes = "";   // "--inclusive"
  // The value if there is none: another one is written behind a '=' only, so that the next word is
  // never taken for it.
  std::string when_bare = "";

  [[nodiscard]] bool is_argument() const { return !names.starts_with('-'); }
  [[nodiscard]] bool is_shown() const { return !std::holds_alternative<NotYet>(target); }
  [[nodiscard]] bool takes_value() const;
  [[nodiscard]] bool takes_many() const {
    return std::holds_alternative<std::vector<std::string>*>(target);
  }
  // {"-o", "--output"}
  [[nodiscard]] std::vector<std::string> all_names() const;
  // For messages: the long name if it has one.
  [[nodiscard]] std::string name() const { return all_names().back(); }
  // "-o, --output FILE", "--format text|json": how it is written.
  [[nodiscard]] std::string usage() const;
  // The help with choices, default and environment variable behind it.
  [[nodiscard]] std::string explanation() const;
};

using OptionTable = std::vector<Option>;

}  // namespace tarry::cli

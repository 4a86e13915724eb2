// SPDX-License-Identifier: BSD-3-Clause
#include "cli/option.h"

namespace tarry::cli {

std::vector<std::string> split_list(const std::string& list) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    out.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

bool Option::takes_value() const {
  return std::holds_alternative<std::string*>(target) ||
         std::holds_alternative<std::vector<std::string>*>(target) ||
         std::holds_alternative<Number>(target) || !value.empty();
}

std::vector<std::string> Option::all_names() const { return split_list(names); }

std::string Option::usage() const {
  std::string text;
  for (const std::string& each : all_names()) text += (text.empty() ? "" : ", ") + each;
  if (!takes_value() || is_argument()) return text;
  if (!when_bare.empty()) return text + "[=" + value + "]";
  if (choices.empty()) return text + " " + value;
  std::string words;
  for (const std::string& choice : choices) words += (words.empty() ? "" : "|") + choice;
  return text + " " + words;
}

std::string Option::explanation() const {
  std::string notes = otherwise.empty() ? "" : "default: " + otherwise;
  if (!variable.empty()) notes += (notes.empty() ? "" : "; ") + ("variable: " + variable);
  return notes.empty() ? help : help + " (" + notes + ")";
}

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
#include "cli/option.h"

#include "base/split.h"

namespace tarry::cli {

std::vector<std::string> split_list(const std::string& list) {
  const std::vector<std::string_view> parts = base::split(list, ',');
  return {parts.begin(), parts.end()};
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

// SPDX-License-Identifier: BSD-3-Clause
#include "cli/config_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/files.h"
#include "base/nearest.h"
#include "base/text_cursor.h"

namespace tarry::cli {
namespace {

using base::Error;
using base::ErrorCode;
using trace::eventlog::find_setting;
using trace::eventlog::kSettings;
using trace::eventlog::SettingInfo;

Error unknown_setting(const std::string& name, std::string where) {
  std::vector<std::string> names;
  for (const SettingInfo& setting : kSettings) names.emplace_back(setting.name);
  const std::string near = base::nearest(name, names);
  return Error{ErrorCode::Usage, "there is no setting '" + name + "'", std::move(where),
               near.empty() ? "'tarry record --help' lists them" : "did you mean '" + near + "'?"};
}

// Reads lines "name = value". A value with blanks at its ends or with a comment sign is in quotes.
class TextConfig {
 public:
  TextConfig(std::string_view text, const std::string& file) : text_(text, file) {}

  base::Result<Config> run() {
    while (text_.next_line()) TRY(line());
    return std::move(made_);
  }

 private:
  [[nodiscard]] std::string where(base::TextPlace place) const {
    return base::shown_place(text_.file(), place);
  }
  [[nodiscard]] Error expected(const std::string& what, base::TextPlace place) const {
    return Error{ErrorCode::Usage, "expected " + what, where(place),
                 "lines look like `buffer = 16M`"};
  }

  base::Status line() {
    const base::TextPlace begin = text_.place();
    const std::string name(text_.take_until(" \t\r=#"));
    text_.skip_spaces();
    if (name.empty()) return expected("the name of a setting", begin);
    const SettingInfo* const setting = find_setting(name);
    if (setting == nullptr) return unknown_setting(name, where(begin));
    if (!text_.accept('=')) return expected("'=' after '" + name + "'", text_.place());
    text_.skip_spaces();
    const std::string source = name + " in " + where(text_.place());
    TRY_ASSIGN(std::string value, value_here());
    for (const ConfigValue& other : made_.values)
      if (other.setting == setting)
        return Error{ErrorCode::Usage, "'" + name + "' is set twice", where(begin),
                     "set before as " + other.source};
    made_.values.push_back({setting, std::move(value), source});
    return base::kOk;
  }

  base::Result<std::string> value_here() {
    const char quote = text_.peek();
    if (quote != '"' && quote != '\'') {
      const std::string_view value = text_.take_until("#");
      return std::string(value.substr(0, value.find_last_not_of(" \t\r") + 1));
    }
    text_.advance();
    const std::string value(text_.take_until({&quote, 1}));
    if (!text_.accept(quote)) return expected("a closing quote", text_.place());
    if (!text_.at_line_end()) return expected("the end of the line after the value", text_.place());
    return value;
  }

  base::TextCursor text_;
  Config made_;
};

Error not_json(const std::string& text, std::size_t byte, const std::string& file) {
  const std::size_t end = std::min(byte > 0 ? byte - 1 : 0, text.size());
  const auto lines =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
  const std::size_t line_begin = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const std::size_t column = line_begin == std::string::npos ? end + 1 : end - line_begin;
  return Error{ErrorCode::Usage, "not a manifest: the file is not valid JSON",
               file + ":" + std::to_string(lines + 1) + ":" + std::to_string(column),
               "expected the experiment.json of an earlier run, or lines like `buffer = 16M`"};
}

std::vector<std::string> words_of(const nlohmann::ordered_json& json) {
  std::vector<std::string> out;
  if (json.is_array())
    for (const auto& word : json)
      if (word.is_string()) out.push_back(word.get<std::string>());
  return out;
}

// Returns the values that differ from today's defaults. A setting whose default has changed since
// keeps its recorded value.
base::Result<Config> config_of(const nlohmann::ordered_json& json, const std::string& file) {
  if (!json.is_object() || json.value("schema", "") != "tarry-experiment/1")
    return Error{ErrorCode::Usage, "not the manifest of a run", file,
                 "expected the experiment.json of an earlier run, schema 'tarry-experiment/1'"};
  Config out;
  const char* const key = json.contains("settings") ? "settings" : "options";
  if (json.contains(key) && json[key].is_object())
    for (const auto& [name, value] : json[key].items()) {
      const SettingInfo* const setting = find_setting(name);
      if (setting == nullptr) return unknown_setting(name, file);
      const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
      if (text != setting->default_value)
        out.values.push_back({setting, text, name + " in " + file});
    }
  if (json.contains("command")) out.command = words_of(json["command"]);
  if (json.contains("directory") && json["directory"].is_string())
    out.directory = json["directory"].get<std::string>();
  return out;
}

}  // namespace

base::Result<Config> read_config(const std::string& file) {
  base::Result<std::string> content = base::read_file(file);
  if (!content.ok()) {
    Error error = std::move(content).error();
    error.code = ErrorCode::Usage;
    return error;
  }
  const std::string& text = *content;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || text[first] != '{') return TextConfig(text, file).run();
  try {
    return config_of(nlohmann::ordered_json::parse(text), file);
  } catch (const nlohmann::ordered_json::parse_error& error) {
    return not_json(text, error.byte, file);
  } catch (const nlohmann::ordered_json::exception&) {
    return Error{ErrorCode::Usage, "the manifest has values of unexpected types", file, ""};
  }
}

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
#include "cli/config_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/files.h"
#include "cli/nearest.h"

namespace tarry::cli {
namespace {

using base::Error;
using base::ErrorCode;
using trace::eventlog::find_setting;
using trace::eventlog::kSettings;
using trace::eventlog::SettingInfo;

constexpr std::string_view kBlank = " \t\r";

std::size_t skip_blank(std::string_view line, std::size_t at) {
  return std::min(line.find_first_not_of(kBlank, at), line.size());
}

Error unknown_setting(const std::string& name, std::string where) {
  std::vector<std::string> names;
  for (const SettingInfo& setting : kSettings) names.emplace_back(setting.name);
  const std::string near = nearest(name, names);
  return Error{ErrorCode::Usage, "there is no setting '" + name + "'", std::move(where),
               near.empty() ? "'tarry record --help' lists them" : "did you mean '" + near + "'?"};
}

// "name = value", the value in quotes if it has blanks at its ends or a comment sign.
class TextConfig {
 public:
  TextConfig(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  base::Result<Config> run() {
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      ++number_;
      TRY(line(text_.substr(0, end)));
      text_.remove_prefix(std::min(end + 1, text_.size()));
    }
    return std::move(made_);
  }

 private:
  [[nodiscard]] std::string where(std::size_t at) const {
    return file_ + ":" + std::to_string(number_) + ":" + std::to_string(at + 1);
  }
  [[nodiscard]] Error expected(const std::string& what, std::size_t at) const {
    return Error{ErrorCode::Usage, "expected " + what, where(at), "lines look like `buffer = 16M`"};
  }

  base::Status line(std::string_view line) {
    const std::size_t begin = skip_blank(line, 0);
    if (begin == line.size() || line[begin] == '#') return base::kOk;
    const std::size_t name_end = std::min(line.find_first_of(" \t\r=#", begin), line.size());
    const std::string name(line.substr(begin, name_end - begin));
    const std::size_t equals = skip_blank(line, name_end);
    if (name.empty()) return expected("the name of a setting", begin);
    const SettingInfo* const setting = find_setting(name);
    if (setting == nullptr) return unknown_setting(name, where(begin));
    if (equals == line.size() || line[equals] != '=')
      return expected("'=' behind '" + name + "'", equals);
    const std::size_t at = skip_blank(line, equals + 1);
    TRY_ASSIGN(std::string value, value_at(line, at));
    for (const ConfigValue& other : made_.values)
      if (other.setting == setting)
        return Error{ErrorCode::Usage, "'" + name + "' is set twice", where(begin),
                     "before that: " + other.source};
    made_.values.push_back({setting, std::move(value), name + " in " + where(at)});
    return base::kOk;
  }

  base::Result<std::string> value_at(std::string_view line, std::size_t at) const {
    if (at < line.size() && (line[at] == '"' || line[at] == '\'')) {
      const std::size_t end = line.find(line[at], at + 1);
      if (end == std::string_view::npos) return expected("a closing quote", line.size());
      const std::size_t behind = skip_blank(line, end + 1);
      if (behind < line.size() && line[behind] != '#')
        return expected("nothing more behind the value", behind);
      return std::string(line.substr(at + 1, end - at - 1));
    }
    const std::string_view value = line.substr(at, line.find('#', at) - at);
    return std::string(value.substr(0, value.find_last_not_of(kBlank) + 1));
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t number_ = 0;
  Config made_;
};

Error not_json(const std::string& text, std::size_t byte, const std::string& file) {
  const std::size_t end = std::min(byte > 0 ? byte - 1 : 0, text.size());
  const auto lines =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
  const std::size_t line_begin = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const std::size_t column = line_begin == std::string::npos ? end + 1 : end - line_begin;
  return Error{ErrorCode::Usage, "not a manifest: this is no JSON",
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

// What a setting that was at its default does is what it does now, unless the default has changed.
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
    return Error{ErrorCode::Usage, "a manifest with values of unexpected types", file, ""};
  }
}

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record_settings.h"

#include <cstdlib>

#include "trace/recording/tsv.h"

namespace tarry::cli {
namespace {

using trace::recording::kSettings;
using trace::recording::SettingInfo;
using trace::recording::SettingType;

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\"'";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(kBlank) - begin + 1));
}

const SettingInfo* find_setting(std::string_view name) {
  for (const SettingInfo& setting : kSettings)
    if (setting.name == name) return &setting;
  return nullptr;
}

const char* kind_of_value(const SettingInfo& setting) {
  switch (setting.type) {
    case SettingType::Size:
      return "SIZE";
    case SettingType::Choice:
      return setting.choices;
    case SettingType::Flag:
      break;
  }
  return "";
}

}  // namespace

void RecordSettings::add_options(CLI::App& app) {
  for (const SettingInfo& setting : kSettings) {
    const std::string flag = std::string("--") + setting.name;
    const std::string help = std::string(setting.help) + " (default " + setting.default_value +
                             "; " + setting.variable + ")";
    if (setting.type == SettingType::Flag)
      app.add_flag(flag, flags_[setting.name], help);
    else
      app.add_option(flag, options_[setting.name], help)->type_name(kind_of_value(setting));
  }
  app.add_option("--config", file_, "Settings from a file: one `name = value` per line, # comments")
      ->type_name("FILE");
}

base::Status RecordSettings::take(const SettingInfo& setting, const std::string& value,
                                  const std::string& source) {
  trace::recording::Settings scratch;
  if (!trace::recording::set_quietly(scratch, setting.name, value))
    return base::Error{base::ErrorCode::Usage, "'" + value + "' is not a value for " + source, "",
                       setting.type == SettingType::Size ? "a size such as 64K, 16M or 2G"
                       : setting.type == SettingType::Choice
                           ? std::string("one of ") + setting.choices
                           : "on or off"};
  values_[setting.name] = value;
  return base::kOk;
}

base::Status RecordSettings::read_file() {
  if (file_.empty()) return base::kOk;
  TRY_ASSIGN(std::string content, trace::recording::read_text(file_));
  content += '\n';
  std::string_view text = content;
  std::size_t number = 0;
  for (std::string_view line; trace::recording::next_line(text, line);) {
    ++number;
    const std::string words = trimmed(line.substr(0, line.find('#')));
    if (words.empty()) continue;
    const std::size_t equals = words.find('=');
    const std::string name = trimmed(words.substr(0, equals));
    const std::string where = file_ + ":" + std::to_string(number);
    const SettingInfo* setting = find_setting(name);
    if (setting == nullptr || equals == std::string::npos)
      return base::Error{base::ErrorCode::Usage, "not a setting: '" + words + "'", where,
                         "lines look like `buffer = 16M`"};
    TRY(take(*setting, trimmed(words.substr(equals + 1)), name + " in " + where));
  }
  return base::kOk;
}

base::Status RecordSettings::resolve() {
  TRY(read_file());
  for (const SettingInfo& setting : kSettings) {
    if (const char* value = std::getenv(setting.variable); value != nullptr && value[0] != '\0')
      TRY(take(setting, value, setting.variable));
    const std::string option = std::string("--") + setting.name;
    if (setting.type == SettingType::Flag) {
      if (flags_[setting.name]) TRY(take(setting, "on", option));
    } else if (!options_[setting.name].empty()) {
      TRY(take(setting, options_[setting.name], option));
    }
  }
  return base::kOk;
}

std::vector<std::string> RecordSettings::variables() const {
  std::vector<std::string> out;
  for (const SettingInfo& setting : kSettings)
    if (const auto found = values_.find(setting.name); found != values_.end())
      out.push_back(std::string(setting.variable) + "=" + found->second);
  return out;
}

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
#include "cli/setting_options.h"

#include <string_view>
#include <utility>

#include "base/split.h"

namespace tarry::cli {
namespace {

using trace::eventlog::kSettings;
using trace::eventlog::SettingInfo;
using trace::eventlog::SettingType;

bool is_on_by_default(const SettingInfo& setting) {
  return setting.type == SettingType::Flag && std::string_view(setting.default_value) == "on";
}

std::string value_name(const SettingInfo& setting) {
  switch (setting.type) {
    case SettingType::Size:
      return "SIZE";
    case SettingType::File:
      return "FILE";
    case SettingType::Files:
      return "FILE[,FILE]";
    case SettingType::List:
    case SettingType::Names:
      return "LIST";
    case SettingType::Share:
      return "SHARE";
    case SettingType::Number:
      return "N";
    case SettingType::NumberOrOff:
      return "off|N";
    case SettingType::Period:
      return "PERIOD|auto|off";
    case SettingType::Choice:
    case SettingType::Flag:
      break;
  }
  return "";
}

}  // namespace

std::string option_name(const SettingInfo& setting) {
  return (is_on_by_default(setting) ? "--no-" : "--") + std::string(setting.name);
}

Option SettingOptions::option(const SettingInfo& setting) {
  Option made{.names = option_name(setting), .help = setting.help, .value = value_name(setting)};
  if (setting.type == SettingType::Choice)
    for (const std::string_view choice : base::split(setting.choices, '|'))
      made.choices.emplace_back(choice);
  if (!is_on_by_default(setting)) made.otherwise = setting.default_value;
  if (setting.type == SettingType::Period) made.when_bare = trace::eventlog::kUsualSamplePeriod;
  if (setting.type == SettingType::Flag)
    made.target = &flags_[setting.name];
  else
    made.target = &texts_[setting.name];
  return made;
}

OptionTable SettingOptions::of_recording() {
  OptionTable table;
  for (const SettingInfo& setting : kSettings) {
    table.push_back(option(setting));
    table.back().variable = setting.variable + std::string(is_on_by_default(setting) ? "=off" : "");
    if (setting.folds) table.back().help += "; with --compressed";
  }
  return table;
}

OptionTable SettingOptions::of_folding() {
  OptionTable table;
  for (const SettingInfo& setting : kSettings)
    if (setting.folds) table.push_back(option(setting));
  return table;
}

std::optional<std::string> SettingOptions::given(const SettingInfo& setting) const {
  if (const auto flag = flags_.find(setting.name); flag != flags_.end() && flag->second)
    return is_on_by_default(setting) ? "off" : "on";
  if (const auto text = texts_.find(setting.name); text != texts_.end() && !text->second.empty())
    return text->second;
  return std::nullopt;
}

base::Result<SettingValues> SettingOptions::values() const {
  SettingValues out;
  for (const SettingInfo& setting : kSettings)
    if (std::optional<std::string> value = given(setting)) {
      TRY(check_value(setting, *value, option_name(setting)));
      out[setting.name] = std::move(*value);
    }
  return out;
}

base::Status check_value(const SettingInfo& setting, const std::string& value,
                         const std::string& source) {
  trace::eventlog::Settings scratch;
  const bool is_forgotten = setting.type == SettingType::Flag && value.empty();
  if (!is_forgotten && trace::eventlog::set_quietly(scratch, setting.name, value)) return base::kOk;
  return base::Error{base::ErrorCode::Usage, "'" + value + "' is not a value for " + source, "",
                     "expected " + trace::eventlog::expectation(setting)};
}

}  // namespace tarry::cli

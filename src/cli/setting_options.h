// SPDX-License-Identifier: BSD-3-Clause
// The settings of a recording (trace/eventlog/settings.h) as options of the command line, one for
// each line of the table.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "cli/option.h"
#include "trace/eventlog/settings.h"

namespace tarry::cli {

// By name of the setting, as text.
using SettingValues = std::map<std::string, std::string>;

class SettingOptions {
 public:
  // The table must not outlive this object.
  OptionTable of_recording();
  // Those of the folding alone, which no variables set.
  OptionTable of_folding();

  // After the options were read: what the option of this setting was given.
  [[nodiscard]] std::optional<std::string> given(const trace::eventlog::SettingInfo& setting) const;
  // All that were given, and checked.
  [[nodiscard]] base::Result<SettingValues> values() const;

 private:
  Option option(const trace::eventlog::SettingInfo& setting);

  std::map<std::string, std::string> texts_;  // of all settings but flags
  std::map<std::string, bool> flags_;         // whether they are given
};

// The option of a setting, "--no-partial-iterations".
std::string option_name(const trace::eventlog::SettingInfo& setting);

// Whether `value` may be one of the setting; `source` is where it comes from.
base::Status check_value(const trace::eventlog::SettingInfo& setting, const std::string& value,
                         const std::string& source);

}  // namespace tarry::cli

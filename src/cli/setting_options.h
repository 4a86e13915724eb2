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

// Values as text by name of the setting.
using SettingValues = std::map<std::string, std::string>;

class SettingOptions {
 public:
  // The table must not outlive this object.
  OptionTable of_recording();
  // Returns the options of folding only. No variables set them.
  OptionTable of_folding();

  // Returns the value that the option of this setting got. Call after the options were read.
  [[nodiscard]] std::optional<std::string> given(const trace::eventlog::SettingInfo& setting) const;
  // Returns all values that were given, after checking them.
  [[nodiscard]] base::Result<SettingValues> values() const;

 private:
  Option option(const trace::eventlog::SettingInfo& setting);

  std::map<std::string, std::string> texts_;  // values of all settings except flags
  std::map<std::string, bool> flags_;         // flags that are given
};

// Returns the option of a setting, such as "--no-partial-iterations".
std::string option_name(const trace::eventlog::SettingInfo& setting);

// Returns an Error if `value` is not allowed for the setting. `source` says where the value comes
// from.
base::Status check_value(const trace::eventlog::SettingInfo& setting, const std::string& value,
                         const std::string& source);

}  // namespace tarry::cli

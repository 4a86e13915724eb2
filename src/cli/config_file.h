// SPDX-License-Identifier: BSD-3-Clause
// Reads the file that `tarry record --config` names: settings as text, or the experiment.json of an
// earlier run to be repeated. Format: docs/formats/config.md
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "trace/eventlog/settings.h"

namespace tarry::cli {

struct ConfigValue {
  const trace::eventlog::SettingInfo* setting = nullptr;
  std::string value;
  std::string source;  // for messages: "max-trace in my.conf:3:13"
};

struct Config {
  std::vector<ConfigValue> values;   // in the order of the file; each setting once
  std::vector<std::string> command;  // launcher and program of an earlier run as they were given
  std::string directory;             // the directory in which the earlier run was started
};

// Reads the file without checking values. Errors are wrong usage and name line and column.
base::Result<Config> read_config(const std::string& file);

}  // namespace tarry::cli

// SPDX-License-Identifier: BSD-3-Clause
// The settings of a recording as `tarry record` takes them: one flag per line of the table in
// trace/eventlog/settings.h. An option wins over the environment variable, the variable over the
// file that --config names.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/config_file.h"
#include "cli/measured_launch.h"
#include "cli/option.h"
#include "cli/setting_options.h"
#include "launch/openmp.h"
#include "trace/eventlog/settings.h"

namespace tarry::cli {

class RecordSettings {
 public:
  // The table must not outlive this object.
  OptionTable options();

  // Puts options, environment and file together and checks every value.
  base::Status resolve();

  // After resolve(): what is not at its default, by name of the setting.
  [[nodiscard]] const SettingValues& values() const { return values_; }
  // After resolve(): all settings, by name.
  [[nodiscard]] SettingValues effective() const;
  // After resolve(): what --config says besides settings: the command of an earlier run.
  [[nodiscard]] const Config& config() const { return config_; }
  // The values as NAME=VALUE for the environment of the measured processes.
  [[nodiscard]] std::vector<std::string> variables() const;
  // After resolve(): --openmp.
  [[nodiscard]] launch::OpenMpWish openmp_wish() const;
  // After resolve(): whether a flag is on.
  [[nodiscard]] bool is_on(const std::string& flag) const;
  // After resolve(): summary and trace, if nothing else is to be kept. With an event trace
  // a compressed one is made of it: the program is not told.
  void choose_what_to_keep();
  // After that: no option is without effect. How to fold is for compressed traces, and statistics
  // are kept by those that are made while the program runs.
  [[nodiscard]] base::Status check_options() const;
  // After resolve(): what contradicts each other.
  [[nodiscard]] base::Status check_bounds() const;
  // After resolve(): a sentence for reports if --mpi-groups leaves calls out, else empty.
  [[nodiscard]] std::string mpi_calls_left_out() const;
  // After resolve(): samples, alone or beside events.
  [[nodiscard]] bool takes_samples() const;
  // After resolve(): they are more than what the analysis of events uses.
  [[nodiscard]] bool has_asked_for_samples() const;
  // After choose_what_to_keep(): whose samples are taken beside events.
  [[nodiscard]] SampledPrograms sampled_programs() const;
  // Nobody has asked for samples, and they are taken.
  void take_usual_samples();
  // After choose_what_to_keep(): not samples alone.
  [[nodiscard]] bool records_events() const;
  // After resolve(): --filter, empty without.
  [[nodiscard]] std::string filter_file() const;
  // After choose_what_to_keep(): what there is to be counted of --metrics, or why it cannot be.
  [[nodiscard]] base::Status check_counters() const;
  // After resolve(): every setting with where it comes from, "buffer 64K (from TARRY_BUFFER)".
  [[nodiscard]] std::vector<std::string> explanations() const;

 private:
  base::Status read_file();
  [[nodiscard]] base::Status check_sampling() const;
  base::Status take(const trace::eventlog::SettingInfo& setting, std::string value,
                    const std::string& source);

  SettingOptions options_;
  std::string file_;
  Config config_;
  SettingValues values_;
  std::map<std::string, std::string> sources_;  // of the values
  bool compress_while_running_ = true;
};

}  // namespace tarry::cli

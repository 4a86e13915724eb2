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

  // Returns the settings that are not at their default, by name. Call after resolve().
  [[nodiscard]] const SettingValues& values() const { return values_; }
  // Returns all settings by name. Call after resolve().
  [[nodiscard]] SettingValues effective() const;
  // Returns what --config says besides settings: the command of an earlier run. Call after
  // resolve().
  [[nodiscard]] const Config& config() const { return config_; }
  // Returns the values as NAME=VALUE for the environment of the measured processes.
  [[nodiscard]] std::vector<std::string> variables() const;
  // Returns the value of --openmp. Call after resolve().
  [[nodiscard]] launch::OpenMpWish openmp_wish() const;
  // Returns whether a flag is on. Call after resolve().
  [[nodiscard]] bool is_on(const std::string& flag) const;
  // Chooses summary and trace if the user chose nothing. With an event trace, the compressed trace
  // is made from it after the run, so the program does not get that setting. Call after resolve().
  void choose_what_to_keep();
  // Returns an Error for an option that would have no effect. Options of folding need a compressed
  // trace, and statistics need one that is made while the program runs. Call after
  // choose_what_to_keep().
  [[nodiscard]] base::Status check_options() const;
  // Returns an Error if settings contradict each other. Call after resolve().
  [[nodiscard]] base::Status check_bounds() const;
  // Returns a sentence for reports if --mpi-groups leaves out calls, otherwise an empty text. Call
  // after resolve().
  [[nodiscard]] std::string mpi_calls_left_out() const;
  // Returns whether samples are taken, alone or beside events. Call after resolve().
  [[nodiscard]] bool takes_samples() const;
  // Returns whether the user asked for samples, rather than only the analysis of events using them.
  // Call after resolve().
  [[nodiscard]] bool has_asked_for_samples() const;
  // Returns the programs of which samples are taken beside events. Call after
  // choose_what_to_keep().
  [[nodiscard]] SampledPrograms sampled_programs() const;
  // Turns on the samples that are taken by default.
  void take_usual_samples();
  // Returns whether more than samples is recorded. Call after choose_what_to_keep().
  [[nodiscard]] bool records_events() const;
  // Returns the file of --filter, or an empty text. Call after resolve().
  [[nodiscard]] std::string filter_file() const;
  // Returns an Error if a counter of --metrics cannot be counted. Call after choose_what_to_keep().
  [[nodiscard]] base::Status check_counters() const;
  // Returns every setting with its source, "buffer 64K (TARRY_BUFFER)". Call after resolve().
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
  std::map<std::string, std::string> sources_;  // source of each value
  bool compress_while_running_ = true;
};

}  // namespace tarry::cli

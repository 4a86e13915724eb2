// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record_settings.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include "cli/metric_list.h"

namespace tarry::cli {
namespace {

using trace::eventlog::kSettings;
using trace::eventlog::SettingInfo;
using trace::eventlog::SettingType;

const std::string kCompressed = "compressed";
const std::string kStatistics = "statistics";
const std::string kMetrics = "metrics";
const std::string kMpiGroups = "mpi-groups";
const std::string kSample = "sample";
const std::string kByDefault = "default";  // the source of a default

// Returns why the file cannot be read, or null if it can.
const char* why_no_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return "no such file";
  if (std::filesystem::is_directory(path, error)) return "this is a directory, not a file";
  if (!std::filesystem::is_regular_file(path, error)) return "not a regular file";
  return access(path.c_str(), R_OK) == 0 ? nullptr : "you may not read this file";
}

// Returns the names as absolute paths, because the program may run in another folder. `expected`
// says what the files should be.
base::Result<std::string> absolute_files(std::string_view names, const std::string& source,
                                         const char* expected) {
  std::string out;
  while (!names.empty()) {
    const std::string name(names.substr(0, names.find(',')));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    std::error_code error;
    const std::filesystem::path path = std::filesystem::absolute(name, error);  // "" if it fails
    if (const char* const reason = why_no_file(path); name.empty() || reason != nullptr)
      return base::Error{base::ErrorCode::Usage,
                         (reason != nullptr ? reason : "a file name is empty") + (": '" + name) +
                             "', for " + source,
                         "", expected};
    out += (out.empty() ? "" : ",") + path.string();
  }
  return out;
}

}  // namespace

OptionTable RecordSettings::options() {
  OptionTable table = options_.of_recording();
  table.push_back({.names = "--config",
                   .target = &file_,
                   .help = "Settings from a file: one 'name = value' per line, # comments; or "
                           "experiment.json of an earlier run, to repeat it",
                   .value = "FILE"});
  return table;
}

base::Status RecordSettings::take(const SettingInfo& setting, std::string value,
                                  const std::string& source) {
  if (setting.type == SettingType::Files) {
    TRY_ASSIGN(value,
               absolute_files(value, source,
                              "expected shared libraries, as docs/how-to/add-a-statistic.md makes "
                              "them"));
  }
  if (setting.type == SettingType::File) {
    TRY_ASSIGN(value, absolute_files(value, source, "expected a file"));
  }
  TRY(check_value(setting, value, source));
  values_[setting.name] = value;
  sources_[setting.name] = source;
  return base::kOk;
}

base::Status RecordSettings::read_file() {
  if (file_.empty()) return base::kOk;
  TRY_ASSIGN(config_, read_config(file_));
  for (const ConfigValue& given : config_.values)
    TRY(take(*given.setting, given.value, given.source));
  return base::kOk;
}

base::Status RecordSettings::resolve() {
  TRY(read_file());
  for (const SettingInfo& setting : kSettings) {
    if (const char* value = std::getenv(setting.variable); value != nullptr && value[0] != '\0')
      TRY(take(setting, value, setting.variable));
    if (std::optional<std::string> value = options_.given(setting))
      TRY(take(setting, std::move(*value), option_name(setting)));
  }
  return base::kOk;
}

std::vector<std::string> RecordSettings::explanations() const {
  std::vector<std::string> out;
  for (const SettingInfo& setting : kSettings) {
    const auto found = values_.find(setting.name);
    out.push_back(std::string(setting.name) + " " +
                  (found == values_.end()
                       ? (setting.default_value[0] == '\0' ? "none" : setting.default_value) +
                             std::string(" (default)")
                       : found->second + " (" + sources_.at(setting.name) + ")"));
  }
  return out;
}

SettingValues RecordSettings::effective() const {
  SettingValues out = values_;
  for (const SettingInfo& setting : kSettings) out.try_emplace(setting.name, setting.default_value);
  return out;
}

std::vector<std::string> RecordSettings::variables() const {
  std::vector<std::string> out;
  for (const SettingInfo& setting : kSettings) {
    const auto found = values_.find(setting.name);
    if (found == values_.end()) continue;
    const bool is_ours = !compress_while_running_ && setting.name == kCompressed;
    out.push_back(std::string(setting.variable) + "=" + (is_ours ? "off" : found->second));
  }
  return out;
}

bool RecordSettings::is_on(const std::string& flag) const {
  const auto found = values_.find(flag);
  return found != values_.end() && trace::eventlog::is_on(found->second);
}

bool RecordSettings::takes_samples() const {
  const auto found = values_.find(kSample);
  return found != values_.end() && found->second != "off" && found->second != "auto";
}

bool RecordSettings::has_asked_for_samples() const {
  return takes_samples() && sources_.at(kSample) != kByDefault;
}

SampledPrograms RecordSettings::sampled_programs() const {
  if (takes_samples()) return SampledPrograms::All;
  const auto found = values_.find(kSample);
  const bool is_open = found == values_.end() || found->second == "auto";
  return is_open && is_on("trace") && !is_on(kCompressed) ? SampledPrograms::WithMpi
                                                          : SampledPrograms::None;
}

void RecordSettings::take_usual_samples() {
  values_[kSample] = trace::eventlog::kAutoSamplePeriod;
  sources_[kSample] = kByDefault;
}

bool RecordSettings::records_events() const {
  return !takes_samples() || is_on("profile") || is_on("trace") || is_on(kCompressed);
}

// Returns an Error for an option that would have no effect.
base::Status RecordSettings::check_sampling() const {
  constexpr std::string_view kForSamples[] = {
      "sample", "sample-clock", "sample-paths", "max-trace", "profile", "trace", "compressed"};
  for (const SettingInfo& setting : kSettings) {
    const bool is_for_samples = std::find(std::begin(kForSamples), std::end(kForSamples),
                                          setting.name) != std::end(kForSamples);
    if (!records_events() && !is_for_samples && options_.given(setting))
      return base::Error{
          base::ErrorCode::Usage,
          option_name(setting) + " applies to the recording of events, but only samples are taken",
          "", "give --profile, --trace or --compressed as well"};
    if (!takes_samples() && std::string_view(setting.name).starts_with("sample-") &&
        options_.given(setting))
      return base::Error{base::ErrorCode::Usage,
                         option_name(setting) + " applies to samples, but none are taken", "",
                         "give --sample"};
  }
  return base::kOk;
}

void RecordSettings::choose_what_to_keep() {
  if (!records_events()) return;
  if (!is_on("profile") && !is_on("trace") && !is_on(kCompressed)) {
    for (const char* kept : {"profile", "trace"})
      if (values_.try_emplace(kept, "on").second) sources_[kept] = kByDefault;
  }
  compress_while_running_ = !is_on("trace");
  // Functions that leave themselves out would change the places of calls in a compressed trace.
  if (is_on(kCompressed) && values_.try_emplace("adaptive", "off").second)
    sources_["adaptive"] = kByDefault;
}

base::Status RecordSettings::check_options() const {
  TRY(check_sampling());
  if (!records_events()) return base::kOk;
  for (const SettingInfo& setting : kSettings) {
    if (setting.folds && options_.given(setting) && !is_on(kCompressed))
      return base::Error{base::ErrorCode::Usage,
                         option_name(setting) + " applies to a compressed trace, but none is made",
                         "", "give --compressed"};
    const bool is_of_summary = std::string_view(setting.name).starts_with("profile-");
    if (is_of_summary && options_.given(setting) && !is_on("profile"))
      return base::Error{base::ErrorCode::Usage,
                         option_name(setting) + " applies to a summary, but none is made", "",
                         "give --profile"};
  }
  if (!is_on("profile") && !is_on("trace") && !is_on(kCompressed))
    return base::Error{base::ErrorCode::Usage,
                       "there is nothing to keep: profile and trace are off", "",
                       "give --profile, --trace or --compressed"};
  const auto given = values_.find(kStatistics);
  if (given == values_.end() || (is_on(kCompressed) && !is_on("trace"))) return base::kOk;
  return base::Error{base::ErrorCode::Usage,
                     "an event trace cannot hold statistics (" + sources_.at(kStatistics) + ")", "",
                     "give --compressed, and not --trace"};
}

base::Status RecordSettings::check_counters() const {
  if (!records_events()) return base::kOk;
  const auto given = values_.find(kMetrics);
  if (given == values_.end() || given->second.empty()) return base::kOk;
  if (is_on(kCompressed) && !is_on("trace"))
    return base::Error{base::ErrorCode::Usage,
                       "a compressed trace cannot hold counters (" + sources_.at(kMetrics) + ")",
                       "", "give --trace as well"};
  return check_metric_list(given->second, sources_.at(kMetrics));
}

base::Status RecordSettings::check_bounds() const {
  trace::eventlog::Settings made;
  for (const auto& [name, value] : values_) trace::eventlog::set_quietly(made, name, value);
  if (values_.contains("buffer") && values_.contains("max-trace") &&
      made.buffer_bytes > made.max_trace_bytes)
    return base::Error{base::ErrorCode::Usage,
                       "one buffer (" + sources_.at("buffer") +
                           ") is larger than the whole trace (" + sources_.at("max-trace") + ")",
                       "", "give a smaller --buffer or a larger --max-trace"};
  if (made.mpi_groups == 0 && is_on("compressed"))
    return base::Error{base::ErrorCode::Usage,
                       "a compressed trace holds MPI calls, but none are selected (" +
                           sources_.at(kMpiGroups) + ")",
                       "", "give other --mpi-groups, or not --compressed"};
  return base::kOk;
}

std::string RecordSettings::mpi_calls_left_out() const {
  const auto given = values_.find(kMpiGroups);
  if (given == values_.end() || !records_events()) return "";
  trace::eventlog::Settings made;
  trace::eventlog::set_quietly(made, kMpiGroups, given->second);
  if (made.mpi_groups == trace::eventlog::kAllMpiGroups) return "";
  return made.mpi_groups == 0
             ? "MPI_Init and MPI_Finalize are the only MPI calls that were recorded (--mpi-groups)"
             : "only MPI calls of the groups " + given->second + " were recorded (--mpi-groups)";
}

std::string RecordSettings::filter_file() const {
  if (!records_events()) return "";
  const auto given = values_.find("filter");
  return given == values_.end() ? "" : given->second;
}

launch::OpenMpWish RecordSettings::openmp_wish() const {
  const auto given = values_.find("openmp");
  if (given == values_.end()) return launch::OpenMpWish::Auto;
  return given->second == "off"     ? launch::OpenMpWish::Off
         : given->second == "ompt"  ? launch::OpenMpWish::Ompt
         : given->second == "pomp2" ? launch::OpenMpWish::Pomp2
                                    : launch::OpenMpWish::Auto;
}

}  // namespace tarry::cli

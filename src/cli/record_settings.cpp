// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record_settings.h"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "cli/metric_list.h"
#include "trace/recording/tsv.h"

namespace tarry::cli {
namespace {

using trace::recording::kSettings;
using trace::recording::SettingInfo;
using trace::recording::SettingType;

constexpr std::string_view kCompressed = "compressed";
const std::string kStatistics = "statistics";
const std::string kMetrics = "metrics";

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\"'";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(kBlank) - begin + 1));
}

// The program may run in another folder.
base::Result<std::string> absolute_files(std::string_view names, const std::string& source) {
  std::string out;
  while (!names.empty()) {
    const std::string name(names.substr(0, names.find(',')));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    std::error_code error;
    const std::filesystem::path path = std::filesystem::absolute(name, error);
    if (name.empty() || error || !std::filesystem::is_regular_file(path, error))
      return base::Error{base::ErrorCode::Usage, "no such file: '" + name + "', for " + source, "",
                         "expected shared libraries, as docs/how-to/add-a-statistic.md makes them"};
    out += (out.empty() ? "" : ",") + path.string();
  }
  return out;
}

}  // namespace

OptionTable RecordSettings::options() {
  OptionTable table = options_.of_recording();
  table.push_back({.names = "--config",
                   .target = &file_,
                   .help = "Settings from a file: one 'name = value' per line, # comments",
                   .value = "FILE"});
  return table;
}

base::Status RecordSettings::take(const SettingInfo& setting, std::string value,
                                  const std::string& source) {
  if (setting.type == SettingType::Files) {
    TRY_ASSIGN(value, absolute_files(value, source));
  }
  TRY(check_value(setting, value, source));
  values_[setting.name] = value;
  sources_[setting.name] = source;
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
    const SettingInfo* setting = trace::recording::find_setting(name);
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

bool RecordSettings::compressed() const {
  trace::recording::Settings made;
  const auto found = values_.find(std::string(kCompressed));
  return found != values_.end() &&
         trace::recording::set_quietly(made, kCompressed, found->second) && made.compressed;
}

base::Status RecordSettings::check_compression(bool keeps_events) const {
  for (const SettingInfo& setting : kSettings)
    if (setting.folds && options_.given(setting) && !compressed())
      return base::Error{base::ErrorCode::Usage,
                         option_name(setting) + " says how a compressed trace is made, and none is",
                         "", "give --compressed"};
  const auto given = values_.find(kStatistics);
  if (given == values_.end() || (compressed() && !keeps_events)) return base::kOk;
  return base::Error{base::ErrorCode::Usage,
                     "an event trace has no room for statistics (" + sources_.at(kStatistics) + ")",
                     "", "give --compressed, and not --trace"};
}

base::Status RecordSettings::check_counters(bool keeps_events) const {
  const auto given = values_.find(kMetrics);
  if (given == values_.end() || given->second.empty()) return base::kOk;
  if (!keeps_events && compressed())
    return base::Error{
        base::ErrorCode::Usage,
        "a compressed trace has no room for counters (" + sources_.at(kMetrics) + ")", "",
        "give --trace as well"};
  return check_metric_list(given->second, sources_.at(kMetrics));
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

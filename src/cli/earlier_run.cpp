// SPDX-License-Identifier: BSD-3-Clause
#include "cli/earlier_run.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/files.h"
#include "cli/config_file.h"

namespace tarry::cli {
namespace {

constexpr const char* kSampleVariable = "TARRY_SAMPLE";

template <class T>
std::optional<T> number(const nlohmann::json& manifest, const char* key) {
  const auto found = manifest.find(key);
  if (found == manifest.end() || !found->is_number()) return std::nullopt;
  return found->template get<T>();
}

bool is_of_each_run(std::string_view name) {
  constexpr std::array<std::string_view, 4> kPrefixes = {"TARRY_", "SLURM_", "PBS_", "LSB_"};
  return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

base::Result<EarlierRun> read_earlier_run(const experiment::Experiment& experiment) {
  const std::string file = experiment.path(experiment::Part::Manifest).string();
  base::Result<Config> config = read_config(file);
  if (!config.ok()) {
    base::Error error = std::move(config).error();
    error.code = base::ErrorCode::BadInput;  // the file is wrong, not the command line
    return error;
  }
  TRY_ASSIGN(const std::string text, base::read_file(file));
  const nlohmann::json manifest = nlohmann::json::parse(text, nullptr, false);
  EarlierRun out;
  out.command = config->command;
  out.directory = config->directory;
  if (const auto found = manifest.find("environment"); found != manifest.end())
    for (const auto& [name, value] : found->items())
      if (value.is_string()) out.environment[name] = value.get<std::string>();
  out.start_ns = number<std::uint64_t>(manifest, "start_ns").value_or(0);
  out.run_seconds = number<double>(manifest, "run_s");
  out.exit_status = number<int>(manifest, "exit_status");
  out.ranks = number<std::uint32_t>(manifest, "ranks").value_or(0);
  out.events = number<std::uint64_t>(manifest, "events").value_or(0);
  return out;
}

std::vector<EnvironmentChange> environment_changes(const EarlierRun& run) {
  const std::map<std::string, std::string> present = experiment::relevant_environment();
  std::vector<EnvironmentChange> out;
  for (const auto& [name, value] : present)
    if (!is_of_each_run(name) && !run.environment.contains(name)) out.push_back({name, {}});
  for (const auto& [name, value] : run.environment) {
    const auto found = present.find(name);
    if (!is_of_each_run(name) && (found == present.end() || found->second != value))
      out.push_back({name, value});
  }
  if (present.contains(kSampleVariable)) out.push_back({kSampleVariable, {}});
  std::sort(out.begin(), out.end(), [](const EnvironmentChange& a, const EnvironmentChange& b) {
    return std::pair(a.value.has_value(), a.name) < std::pair(b.value.has_value(), b.name);
  });
  return out;
}

void change_environment(const std::vector<EnvironmentChange>& changes) {
  for (const EnvironmentChange& change : changes)
    if (change.value)
      setenv(change.name.c_str(), change.value->c_str(), 1);
    else
      unsetenv(change.name.c_str());
}

std::vector<std::string> as_command(const std::vector<EnvironmentChange>& changes) {
  std::vector<std::string> out;
  if (!changes.empty()) out.emplace_back("env");
  for (const EnvironmentChange& change : changes) {
    if (!change.value) out.emplace_back("-u");
    out.push_back(change.value ? change.name + "=" + *change.value : change.name);
  }
  return out;
}

}  // namespace tarry::cli

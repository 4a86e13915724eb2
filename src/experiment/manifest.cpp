// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/manifest.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/counted.h"
#include "base/experiment_files.h"
#include "base/files.h"
#include "base/joined.h"
#include "trace/otf2/archive_writer.h"

extern char** environ;

namespace tarry::experiment {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using trace::finish::FinishedArchive;

// Environments hold access tokens, and manifests are handed around.
bool is_secret(std::string_view name) {
  constexpr std::array<std::string_view, 6> kWords = {"TOKEN",  "JWT",      "KEY",
                                                      "SECRET", "PASSWORD", "CREDENTIAL"};
  for (const std::string_view word : kWords)
    if (name.find(word) != std::string_view::npos) return true;
  return false;
}

bool is_relevant(std::string_view name) {
  if (is_secret(name)) return false;
  constexpr std::array<std::string_view, 22> kPrefixes = {
      "OMP_",  "KMP_",  "GOMP_",  "OMPI_MCA_", "PRTE_MCA_", "PMIX_MCA_", "MPICH_", "MPIR_",
      "HYDRA", "I_MPI", "MV2_",   "UCX_",      "FI_",       "PSM",       "SLURM_", "PBS_",
      "LSB_",  "MKL_",  "TARRY_", "OPENBLAS_", "LD_",       "MALLOC_"};
  for (const std::string_view prefix : kPrefixes)
    if (name.starts_with(prefix)) return true;
  return false;
}

void add_archive(ordered_json& out, const FinishedArchive& archive) {
  out["hosts"] = archive.hosts;
  out["ranks"] = archive.ranks;
  out["threads"] = archive.threads;
  out["events"] = archive.events;
  const auto rate = static_cast<double>(archive.ticks_per_second);
  out["clock"] = {{"source", archive.clock_source},
                  {"ticks_per_second", archive.ticks_per_second},
                  {"measurements", archive.clocks.measurements},
                  {"error_s", rate > 0 ? static_cast<double>(archive.clocks.error) / rate : 0.0}};
  if (out["mpi"].is_object()) out["mpi"]["version"] = archive.mpi_library;
}

ordered_json to_json(const SamplingCost& cost) {
  ordered_json out;
  out["samples"] = cost.samples;
  out["threads"] = cost.threads;
  out["bytes"] = cost.bytes;
  out["names_bytes"] = cost.names_bytes;
  out["thread_s"] = cost.thread_seconds;
  out["handler_s"] = cost.handler_seconds;
  return out;
}

ordered_json to_json(const Manifest& m) {
  ordered_json out;
  out["schema"] = "tarry-experiment/1";
  out["tarry"] = TARRY_VERSION;
  out["otf2"] = trace::otf2::library_version();
  out["command"] = m.command;
  out["launched"] = m.launched;
  out["directory"] = m.directory;
  out["program"] = m.program;
  out["host"] = m.host;
  if (m.mpi_name.empty())
    out["mpi"] = nullptr;
  else
    out["mpi"] = {{"name", m.mpi_name}, {"library", m.mpi_soname}};
  out["options"] = m.options;
  out["settings"] = m.settings;
  out["environment"] = m.environment;
  out["start"] = iso_time(m.start);
  out["start_ns"] = m.start_ns;
  if (m.exit_status) {
    out["end"] = iso_time(m.end);
    out["run_s"] = m.run_seconds;
    out["processor_s"] = m.processor_seconds;
    out["exit_status"] = *m.exit_status;
  } else {
    out["end"] = nullptr;
    out["run_s"] = nullptr;
    out["processor_s"] = nullptr;
    out["exit_status"] = nullptr;
  }
  add_archive(out, m.archive.value_or(FinishedArchive{}));
  if (m.sampling) out["sampling"] = to_json(*m.sampling);
  out["warnings"] = all_warnings(m);
  out["sample_warnings"] = m.sample_warnings;
  return out;
}

base::Status write_json(const fs::path& experiment, const ordered_json& json) {
  // Bytes that are not UTF-8 may stand in a command line.
  const std::string text = json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  return base::write_file(experiment / base::kManifestFile, text);
}

// Returns an object, which is empty if the manifest is missing or damaged.
ordered_json read_json(const fs::path& experiment) {
  const auto text = base::read_file(experiment / base::kManifestFile);
  if (!text.ok()) return ordered_json::object();
  ordered_json json = ordered_json::parse(*text, nullptr, false);
  return json.is_object() ? json : ordered_json::object();
}

std::vector<std::string> sentences_at(const char* key, const ordered_json& json) {
  std::vector<std::string> out;
  if (!json.contains(key) || !json[key].is_array()) return out;
  for (const auto& sentence : json[key])
    if (sentence.is_string()) out.push_back(sentence.get<std::string>());
  return out;
}

std::map<std::string, std::string> options_of(const ordered_json& json) {
  std::map<std::string, std::string> out;
  if (!json.contains("options") || !json["options"].is_object()) return out;
  for (const auto& [name, value] : json["options"].items())
    if (value.is_string()) out[name] = value.get<std::string>();
  return out;
}

// Says which processes were cut, and where, if that is known.
std::string cut_processes(const FinishedArchive& archive) {
  std::vector<std::uint32_t> ranks;
  std::vector<double> seconds;
  for (const trace::finish::CutProcess& process : archive.cut) {
    ranks.push_back(process.rank);
    if (process.ticks > 0 && archive.ticks_per_second > 0)
      seconds.push_back(static_cast<double>(process.ticks) /
                        static_cast<double>(archive.ticks_per_second));
  }
  const std::size_t all = std::max<std::size_t>(archive.ranks, ranks.size());
  std::string out =
      archive.has_mpi
          ? fmt::format("{} {} of {}", base::form_for(ranks.size(), "rank", "ranks"),
                        base::joined(ranks), all)
          : fmt::format("{} of {}", ranks.size(), base::counted(all, "process", "processes"));
  out += fmt::format(" did not end by {}; what had been recorded was saved",
                     base::form_for(ranks.size(), "itself", "themselves"));
  if (seconds.size() != ranks.size()) return out;
  const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
  const std::string first = fmt::format("{:.3f}", *least);
  const std::string last = fmt::format("{:.3f}", *most);
  return out + fmt::format(", up to {} s after {} start",
                           first == last ? first : first + " to " + last,
                           base::form_for(ranks.size(), "its", "their"));
}

}  // namespace

std::string iso_time(std::time_t time) {
  std::tm utc{};
  gmtime_r(&time, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

std::map<std::string, std::string> relevant_environment() {
  std::map<std::string, std::string> out;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos && is_relevant(text.substr(0, equals)))
      out.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return out;
}

base::Status write_manifest(const fs::path& experiment, const Manifest& manifest) {
  ordered_json json = to_json(manifest);
  // Another process may have finished the archive meanwhile; what it has added stays.
  if (const ordered_json before = read_json(experiment); !manifest.archive)
    for (const char* key : {"hosts", "ranks", "threads", "events", "clock", "warnings"})
      if (before.contains(key)) json[key] = before[key];
  return write_json(experiment, json);
}

std::vector<std::string> recording_warnings(const FinishedArchive& archive) {
  std::vector<std::string> out;
  if (!archive.cut.empty())
    out.push_back(cut_processes(archive));
  else if (archive.unified_afterwards && archive.has_mpi)
    out.emplace_back("not all processes called MPI_Finalize; what they had recorded was saved");
  out.insert(out.end(), archive.notes.begin(), archive.notes.end());
  for (std::string& sentence : archive.anomalies.sentences()) out.push_back(std::move(sentence));
  return out;
}

std::vector<std::string> all_warnings(const Manifest& manifest) {
  std::vector<std::string> out = manifest.warnings;
  if (manifest.archive)
    for (std::string& warning : recording_warnings(*manifest.archive))
      out.push_back(std::move(warning));
  return out;
}

base::Status complete_manifest(const fs::path& experiment, const FinishedArchive& archive) {
  ordered_json json = read_json(experiment);
  if (json.empty()) return base::kOk;
  add_archive(json, archive);
  ordered_json& warnings = json["warnings"];
  // Somebody may have come this far before.
  for (std::string& warning : recording_warnings(archive))
    if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end())
      warnings.push_back(std::move(warning));
  return write_json(experiment, json);
}

RecordedManifest read_manifest(const fs::path& experiment) {
  const ordered_json json = read_json(experiment);
  RecordedManifest out;
  out.warnings = sentences_at("warnings", json);
  out.sample_warnings = sentences_at("sample_warnings", json);
  out.options = options_of(json);
  out.is_run_over = !json.contains("exit_status") || !json["exit_status"].is_null();
  return out;
}

}  // namespace tarry::experiment

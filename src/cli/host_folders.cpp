// SPDX-License-Identifier: BSD-3-Clause
#include "cli/host_folders.h"

#include <arpa/inet.h>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes_text.h"
#include "base/counted.h"
#include "base/experiment_files.h"
#include "cli/http_library.h"
#include "http_plugin/file_receiver.h"
#include "launch/child_process.h"
#include "launch/program.h"
#include "trace/finish/raw_experiment.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

// A launcher that waits for a lost host must not hold up the rest.
constexpr const char* kMostSeconds = "900";

// Returns the addresses by which other hosts may reach this one, and behind them that by which it
// reaches itself.
std::vector<std::string> own_addresses() {
  std::vector<std::string> out, loopback;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return out;
  for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
    if ((each->ifa_flags & IFF_UP) == 0) continue;
    char text[INET_ADDRSTRLEN] = {};
    const auto* const address = reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
    if (inet_ntop(AF_INET, &address->sin_addr, text, sizeof text) == nullptr) continue;
    ((each->ifa_flags & IFF_LOOPBACK) != 0 ? loopback : out).emplace_back(text);
  }
  freeifaddrs(all);
  out.insert(out.end(), loopback.begin(), loopback.end());
  return out;
}

std::uint32_t folders_in(const fs::path& directory) {
  std::uint32_t count = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error))
    if (entry.is_directory()) ++count;
  return count;
}

}  // namespace

std::uint32_t HostFolders::missing(const experiment::Recorded& recorded) const {
  const fs::path& directory = recorded.experiment.directory();
  std::uint32_t expected = plan_.ranks().value_or(1);
  std::uint32_t found = std::max(folders_in(directory / base::kRawFolder),
                                 folders_in(directory / base::kSamplesFolder));
  if (plan_.ranks() && found == expected) return 0;
  // The processes know how many they are.
  if (found > 0 && fs::exists(directory / base::kRawFolder)) {
    const auto raw = trace::finish::read_raw_experiment(directory);
    if (raw.ok() && !raw->processes.empty() && raw->processes.front().has_rank) {
      found = static_cast<std::uint32_t>(raw->processes.size());
      for (const trace::finish::RawProcess& process : raw->processes)
        expected = std::max(expected, process.size);
    }
  }
  return expected > found ? expected - found : 0;
}

// Wrappers in front of the launcher may write files of their own (`time -o`), so none is started
// again.
bool HostFolders::may_start_again() const {
  if (plan_.words.front() != plan_.launcher) return false;
  for (const char* of_slurm : {"SLURM_STDOUTMODE", "SLURM_STDERRMODE"})
    if (std::getenv(of_slurm) != nullptr) return false;
  // Launchers of schedulers have -o and -e, with or without a value attached.
  const bool has_short_options =
      launch::launcher_family(launch::find_executable(plan_.launcher, "")).empty();
  for (std::size_t i = 1; i < plan_.programs.back().word; ++i) {
    const std::string_view word = plan_.words[i];
    const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
    const std::string_view name = word.substr(dashes);
    if (dashes == 0 || name.empty()) continue;
    for (const char* of_output :
         {"output", "outfile", "errfile", "error", "std", "xml-file", "report"})
      if (name.starts_with(of_output)) return false;
    if (has_short_options && dashes == 1 && (name[0] == 'o' || name[0] == 'e')) return false;
  }
  return true;
}

void HostFolders::warn_of_rest(experiment::Recorded& recorded) const {
  recorded.warn(fmt::format(
      "{} left nothing here; if their hosts do not see {}, it is in the folder tarry-{}-<user id> "
      "of their temporary files: copy what is in there to {} and call tarry analyze",
      base::counted(missing(recorded), "process", "processes"), recorded.shown_name,
      recorded.manifest.start_ns, recorded.shown_name));
}

void HostFolders::collect(experiment::Recorded& recorded) const {
  if (!plan_.has_launcher) return;
  const std::uint32_t before = missing(recorded);
  if (before == 0) return;
  if (!may_start_again()) return warn_of_rest(recorded);
  const std::string token = random_token();
  const base::Result<std::unique_ptr<http::FileReceiver>> receiver =
      open_receiver(installation_, recorded.experiment.directory(), token);
  if (!receiver.ok()) return recorded.warn(receiver.error().message());

  std::vector<std::string> prefix = {(installation_.runtime() / "tarry-send").string(),
                                     std::to_string(recorded.manifest.start_ns), token,
                                     std::to_string((*receiver)->port())};
  for (std::string& address : own_addresses()) prefix.push_back(std::move(address));
  prefix.emplace_back("--");
  recorded.tell_detail(fmt::format("{} left nothing here; asking their hosts for it",
                                   base::counted(before, "process", "processes")));
  std::vector<std::string> command = {"timeout", "--foreground", "--kill-after=10", kMostSeconds};
  for (std::string& word :
       plan_.with_prefixes(std::vector<std::vector<std::string>>(plan_.programs.size(), prefix)))
    command.push_back(std::move(word));
  const base::Result<launch::ChildEnd> end = launch::run_child(command);
  const http::Received received = (*receiver)->received();
  if (received.files > 0)
    recorded.tell(fmt::format("collected {} from {}, which {} not see {}",
                              base::bytes_text(received.bytes), fmt::join(received.hosts, ", "),
                              received.hosts.size() == 1 ? "does" : "do", recorded.shown_name));
  for (const std::string& problem : received.problems)
    recorded.warn("a host sent a file that cannot be kept: " + problem);
  if (!end.ok() || end->status != 0) warn_of_rest(recorded);
}

}  // namespace tarry::cli

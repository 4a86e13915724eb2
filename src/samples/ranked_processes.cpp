// SPDX-License-Identifier: BSD-3-Clause
#include "samples/ranked_processes.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/counted.h"

namespace tarry::samples {
namespace {

// A program and the number of its launch: processes of a program with the same rank belong to
// successive launches.
using Launch = std::pair<std::string, std::uint32_t>;

// Once the files are packed, their size is as good as the number of records.
std::uintmax_t bytes_of_records(const SampledProcess& process) {
  std::uintmax_t bytes = 0;
  for (const std::uint32_t thread : process.threads) {
    std::error_code error;
    const std::uintmax_t size =
        std::filesystem::file_size(files_of_thread(process, thread).records, error);
    if (!error) bytes += size;
  }
  return bytes;
}

std::string program_name(const SampledProcess& process) {
  return std::filesystem::path(process.program).filename().string();
}

std::string count_of(std::size_t processes) {
  return base::counted(processes, "process", "processes");
}

std::vector<Launch> launches_of(const std::vector<SampledProcess>& processes, bool by_rank) {
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> seen;
  std::vector<Launch> out;
  for (const SampledProcess& process : processes)
    out.emplace_back(process.program, by_rank ? seen[{process.program, process.rank}]++ : 0);
  return out;
}

// Returns by process the bytes of its whole launch.
std::vector<std::uintmax_t> sizes_of(const std::vector<SampledProcess>& processes,
                                     const std::vector<Launch>& launches) {
  std::map<Launch, std::uintmax_t> bytes;
  for (std::size_t at = 0; at < processes.size(); ++at)
    bytes[launches[at]] += bytes_of_records(processes[at]);
  std::vector<std::uintmax_t> out;
  for (const Launch& launch : launches) out.push_back(bytes[launch]);
  return out;
}

// Keeps the launch with the most samples.
void keep_largest(std::vector<SampledProcess>& processes) {
  const std::vector<Launch> launches = launches_of(processes, false);
  const std::vector<std::uintmax_t> sizes = sizes_of(processes, launches);
  const auto largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
  std::vector<SampledProcess> kept;
  for (std::size_t at = 0; at < processes.size(); ++at)
    if (launches[at] == launches[static_cast<std::size_t>(largest)])
      kept.push_back(std::move(processes[at]));
  processes = std::move(kept);
}

// Keeps the launch with the most samples and adds the ranks that it lacks: one launch may consist
// of different programs, and one rank may start a program that the others do not start. Launches of
// another size do not belong to it.
void keep_one_of_each_rank(std::vector<SampledProcess>& processes) {
  const std::vector<std::uintmax_t> sizes = sizes_of(processes, launches_of(processes, true));
  const auto largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
  const std::uint32_t ranks = processes[static_cast<std::size_t>(largest)].size;
  std::map<std::uint32_t, std::size_t> of_rank;
  for (std::size_t at = 0; at < processes.size(); ++at) {
    if (processes[at].size != ranks) continue;
    const auto [best, is_first] = of_rank.try_emplace(processes[at].rank, at);
    if (!is_first && sizes[at] > sizes[best->second]) best->second = at;
  }
  std::vector<SampledProcess> kept;
  for (const auto& [rank, at] : of_rank) kept.push_back(std::move(processes[at]));
  processes = std::move(kept);
}

bool has_a_rank_twice(const std::vector<SampledProcess>& processes) {
  std::set<std::uint32_t> ranks;
  return !std::all_of(processes.begin(), processes.end(), [&](const SampledProcess& process) {
    return ranks.insert(process.rank).second;
  });
}

void warn_of_left_out(const std::vector<SampledProcess>& all, RankedProcesses& made) {
  const std::size_t left_out = all.size() - made.processes.size();
  if (left_out == 0) return;
  std::set<std::string> names;
  for (const SampledProcess& process : all) names.insert(program_name(process));
  std::set<std::string> kept;
  for (const SampledProcess& process : made.processes) kept.insert(program_name(process));
  std::string text;
  for (const std::string& name : kept) text += (text.empty() ? "" : ", ") + name;
  made.warnings.push_back(
      "the samples are of " + count_of(all.size()) + " of " +
      base::counted(names.size(), "program") + " that are not the ranks of one run: only " +
      count_of(made.processes.size()) + " of " + text + " with the most samples " +
      std::string(base::form_for(made.processes.size(), "is", "are")) +
      " diagnosed; to see others, sample each by itself");
}

}  // namespace

RankedProcesses ranked_processes(std::vector<SampledProcess> all) {
  RankedProcesses made;
  std::copy_if(all.begin(), all.end(), std::back_inserter(made.processes),
               [](const SampledProcess& process) { return process.has_rank; });
  const bool has_ranks = !made.processes.empty();
  if (!has_ranks) made.processes = all;
  if (!has_ranks && !all.empty())
    keep_largest(made.processes);
  else if (has_a_rank_twice(made.processes))
    keep_one_of_each_rank(made.processes);
  warn_of_left_out(all, made);
  if (has_ranks) return made;
  for (std::size_t at = 0; at < made.processes.size(); ++at)
    made.processes[at].rank = static_cast<std::uint32_t>(at);
  if (made.processes.size() > 1)
    made.warnings.push_back("no launcher told the ranks of " + count_of(made.processes.size()) +
                            " of " + program_name(made.processes.front()) +
                            ": they are taken for ranks of one run");
  return made;
}

std::vector<std::string> hosts_with_few_cores(const std::vector<SampledProcess>& processes) {
  std::map<std::string, std::uint32_t> ranks;
  std::map<std::string, std::uint32_t> cores;
  for (const SampledProcess& process : processes) {
    ++ranks[process.host];
    cores[process.host] = std::max(cores[process.host], process.cores);
  }
  std::vector<std::string> out;
  for (const auto& [host, count] : ranks)
    if (cores[host] != 0 && count > cores[host])
      out.push_back("On " + host + ", " + std::to_string(count) + " ranks share " +
                    base::counted(cores[host], "core") +
                    ": waits and imbalances are also of ranks that wait for one.");
  return out;
}

}  // namespace tarry::samples

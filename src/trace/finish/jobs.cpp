// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/jobs.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "base/split.h"

namespace tarry::trace::finish {
namespace {

using eventlog::CommKey;
using eventlog::DefinitionSet;
using eventlog::LocalComm;
using Place = std::vector<std::uint32_t>;  // as in ProcessDefinitions::job

constexpr std::uint32_t kMost = 1u << 20;  // a damaged size may be larger

// Jobs of one generation follow each other.
struct ByGeneration {
  bool operator()(const Place& a, const Place& b) const {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }
};

std::string range_text(std::uint32_t first, std::uint32_t last) {
  return first == last ? std::to_string(first) : std::to_string(first) + '-' + std::to_string(last);
}

std::string ranges_text(const std::vector<std::uint32_t>& ranks) {
  std::string out;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t last = i;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    out += (out.empty() ? "" : ",") + range_text(ranks[i], ranks[last]);
    i = last + 1;
  }
  return out;
}

// Text that makes no sense stays: what reads it stops there.
std::string shifted(const std::string& ranks, std::uint32_t by) {
  std::string out;
  if (ranks.empty()) return out;
  for (const std::string_view item : base::split(ranks, ',')) {
    const auto range = base::range_in(item);
    if (!range || range->last > kMost) return ranks;
    out += (out.empty() ? "" : ",") + range_text(range->first + by, range->last + by);
  }
  return out;
}

// Ranks in the run by rank in a group of a communicator.
class FoundMembers {
 public:
  void add(std::uint32_t position, std::uint32_t size, std::uint32_t rank) {
    if (position >= size || size > kMost) return;
    if (ranks_.size() < size) ranks_.resize(size, kNobody);
    ranks_[position] = rank;
  }
  [[nodiscard]] bool are_all() const {
    return !ranks_.empty() && std::find(ranks_.begin(), ranks_.end(), kNobody) == ranks_.end();
  }
  [[nodiscard]] std::string text() const { return ranges_text(ranks_); }

 private:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  std::vector<std::uint32_t> ranks_;
};

using FoundGroups = std::array<FoundMembers, 2>;  // the second one in intercommunicators

std::map<CommKey, FoundGroups> find_members(const std::vector<RawProcess>& processes,
                                            const DefinitionSet& unified) {
  std::map<CommKey, FoundGroups> out;
  for (const auto& [key, comm] : unified.communicators)
    if (comm.members == eventlog::kFoundLater) out.try_emplace(key);
  if (out.empty()) return out;
  for (const RawProcess& process : processes)
    for (const LocalComm& comm : process.communicators)
      if (const auto found = out.find(comm.key); comm.known && found != out.end())
        found->second[comm.group].add(comm.rank, comm.size, process.identity.rank);
  return out;
}

void remove_communicator(const CommKey& key, DefinitionSet& unified) {
  unified.communicators.erase(key);
  const auto is_on_it = [&](const auto& object) { return object.second.comm == key; };
  std::erase_if(unified.windows, is_on_it);
  std::erase_if(unified.files, is_on_it);
}

}  // namespace

bool has_started_jobs(const std::vector<RawProcess>& processes) {
  return std::any_of(processes.begin(), processes.end(), [](const RawProcess& process) {
    return !process.job.empty() ||
           std::any_of(process.communicators.begin(), process.communicators.end(),
                       [](const LocalComm& comm) { return comm.is_joint; });
  });
}

void number_ranks_of_jobs(std::vector<RawProcess>& processes) {
  const auto is_started = [](const RawProcess& process) { return !process.job.empty(); };
  if (std::none_of(processes.begin(), processes.end(), is_started)) return;
  std::map<Place, std::uint32_t, ByGeneration> sizes;
  for (const RawProcess& process : processes) {
    std::uint32_t& size = sizes[process.job];
    size = std::max({size, std::min(process.size, kMost), process.identity.rank + 1});
  }
  std::map<Place, std::uint32_t> first_ranks;
  std::uint32_t next = 0;
  for (const auto& [job, size] : sizes) {
    first_ranks[job] = next;
    next += size;
  }
  for (RawProcess& process : processes) {
    process.job_size = process.size;
    process.size = next;
    process.first_rank = first_ranks.at(process.job);
    process.identity.rank += process.first_rank;
  }
  std::sort(processes.begin(), processes.end(), [](const RawProcess& a, const RawProcess& b) {
    return a.identity.rank < b.identity.rank;
  });
}

void use_ranks_of_run(const RawProcess& process, eventlog::ProcessDefinitions& definitions) {
  definitions.process.rank = process.identity.rank;
  definitions.set.processes = {process.identity};
  if (process.job_size == 0) return;
  definitions.set.size = process.size;
  for (auto& [key, comm] : definitions.set.communicators) {
    if (comm.members == eventlog::kFoundLater) continue;
    comm.members = shifted(comm.members, process.first_rank);
    comm.remote_members = shifted(comm.remote_members, process.first_rank);
    if (comm.kind != "world") continue;
    comm.name = "MPI_COMM_WORLD";  // an analysis knows the jobs by it
    if (comm.members.empty())
      comm.members = range_text(process.first_rank, process.first_rank + process.job_size - 1);
  }
  for (auto& [key, members] : definitions.set.groups)
    members = shifted(members, process.first_rank);
}

std::size_t complete_joint_communicators(const std::vector<RawProcess>& processes,
                                         DefinitionSet& unified) {
  std::size_t removed = 0;
  for (const auto& [key, groups] : find_members(processes, unified)) {
    eventlog::CommDefinition& comm = unified.communicators.at(key);
    const bool is_inter = comm.kind == "inter";
    if (groups[0].are_all() && groups[1].are_all() == is_inter) {
      comm.members = groups[0].text();
      comm.remote_members = groups[1].text();
      continue;
    }
    remove_communicator(key, unified);
    ++removed;
  }
  return removed;
}

}  // namespace tarry::trace::finish

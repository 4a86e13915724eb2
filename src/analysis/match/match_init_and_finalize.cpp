// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/match_init_and_finalize.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "analysis/patterns/barrier.h"
#include "analysis/patterns/collective.h"

namespace tarry::analysis {

namespace {

// Returns nullptr if the process has no complete instance.
const Instance* instance_of(const ProcessRecords& process, std::uint32_t LocationRecords::*which) {
  const RecordRef first = first_instance(process, which);
  return first.index == kNoIndex ? nullptr
                                 : &process.locations[first.location].instances[first.index];
}

struct Extremes {
  Ticks last_begin{std::numeric_limits<std::int64_t>::min()};
  Ticks first_end{std::numeric_limits<std::int64_t>::max()};
  std::uint64_t members = 0;

  void add(const Extremes& other) {
    last_begin = std::max(last_begin, other.last_begin);
    first_end = std::min(first_end, other.first_end);
    members += other.members;
  }
};

// The numbers of jobs, by rank.
struct JobsOfRanks {
  std::vector<std::uint32_t> jobs;  // empty if there is one
  std::uint32_t count = 1;

  [[nodiscard]] std::uint32_t of(Rank rank) const {
    return rank.index() < jobs.size() ? jobs[rank.index()] : 0;
  }
};

// Communicators of that name which share members are none of several jobs.
JobsOfRanks jobs_of_ranks(const model::Definitions& definitions) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  JobsOfRanks out;
  std::uint32_t worlds = 0;
  for (const model::Communicator& comm : definitions.communicators) {
    if (comm.name != "MPI_COMM_WORLD" || comm.is_inter || comm.members.empty()) continue;
    for (const Rank member : comm.members) {
      if (out.jobs.size() <= member.index()) out.jobs.resize(member.index() + 1, kNone);
      if (std::exchange(out.jobs[member.index()], worlds) != kNone) return {};
    }
    ++worlds;
  }
  if (worlds < 2) return {};
  std::replace(out.jobs.begin(), out.jobs.end(), kNone, 0u);
  out.count = worlds;
  return out;
}

// Every process' own part of the split at the last begin and the first end over its job. If there
// is one job, all of the run meet.
std::vector<CollectiveMember> split_over_jobs(const std::vector<ProcessRecords>& processes,
                                              const JobsOfRanks& jobs,
                                              std::uint32_t LocationRecords::*which,
                                              workers::Transport& transport,
                                              WholeRunMeeting& meeting) {
  std::vector<Extremes> all(jobs.count);
  for (const ProcessRecords& process : processes)
    if (const Instance* instance = instance_of(process, which))
      all[jobs.of(process.rank)].add({instance->enter, instance->leave, 1});
  workers::Bytes message;
  for (const Extremes& own : std::exchange(all, std::vector<Extremes>(jobs.count)))
    workers::append(message, own);
  for (const workers::Bytes& from : transport.all_gather(message))
    for (std::uint32_t job = 0; job < jobs.count; ++job)
      all[job].add(workers::record_at<Extremes>(from, job));

  if (jobs.count == 1 && all[0].last_begin <= all[0].first_end)
    meeting = {all[0].last_begin, static_cast<std::uint32_t>(all[0].members)};
  std::vector<CollectiveMember> parts(processes.size());
  for (std::size_t p = 0; p < processes.size(); ++p) {
    const Instance* instance = instance_of(processes[p], which);
    const Extremes& others = all[jobs.of(processes[p].rank)];
    if (instance == nullptr || others.members < 2) continue;
    CollectiveMember& part = parts[p];
    part.begin = part.waiting_from = instance->enter;
    part.end = instance->leave;
    charge_wait(part, others.last_begin);
    charge_completion(part, others.last_begin, others.first_end);
  }
  return parts;
}

}  // namespace

InitAndFinalizeWaits match_init_and_finalize(const std::vector<ProcessRecords>& processes,
                                             const model::Definitions& definitions,
                                             workers::Transport& transport,
                                             model::Anomalies& anomalies) {
  InitAndFinalizeWaits waits;
  const JobsOfRanks jobs = jobs_of_ranks(definitions);
  for (const CollectiveMember& part :
       split_over_jobs(processes, jobs, &LocationRecords::init, transport, waits.init))
    waits.init_completion.push_back(part.completion);
  for (const CollectiveMember& part :
       split_over_jobs(processes, jobs, &LocationRecords::finalize, transport, waits.finalize)) {
    waits.finalize_wait.push_back(part.wait);
    if (part.late_cause)
      anomalies.add("processes that left MPI_Finalize before the last entered it (clock error)");
  }
  return waits;
}

}  // namespace tarry::analysis

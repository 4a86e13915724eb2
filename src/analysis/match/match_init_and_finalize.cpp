// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/match_init_and_finalize.h"

#include <algorithm>
#include <limits>

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

// Every process' own part of the split at the last begin and the first end over all processes.
std::vector<CollectiveMember> split_over_all(const std::vector<ProcessRecords>& processes,
                                             std::uint32_t LocationRecords::*which,
                                             workers::Transport& transport,
                                             WholeRunMeeting& meeting) {
  Extremes own;
  for (const ProcessRecords& process : processes)
    if (const Instance* instance = instance_of(process, which))
      own.add({instance->enter, instance->leave, 1});
  workers::Bytes message;
  workers::append(message, own);
  Extremes all;
  for (const workers::Bytes& from : transport.all_gather(message))
    all.add(workers::record_at<Extremes>(from, 0));

  if (all.last_begin <= all.first_end)
    meeting = {all.last_begin, static_cast<std::uint32_t>(all.members)};
  std::vector<CollectiveMember> parts(processes.size());
  for (std::size_t p = 0; p < processes.size(); ++p) {
    const Instance* instance = instance_of(processes[p], which);
    if (instance == nullptr || all.members < 2) continue;
    CollectiveMember& part = parts[p];
    part.begin = part.waiting_from = instance->enter;
    part.end = instance->leave;
    charge_wait(part, all.last_begin);
    charge_completion(part, all.last_begin, all.first_end);
  }
  return parts;
}

}  // namespace

InitAndFinalizeWaits match_init_and_finalize(const std::vector<ProcessRecords>& processes,
                                             workers::Transport& transport,
                                             model::Anomalies& anomalies) {
  InitAndFinalizeWaits waits;
  for (const CollectiveMember& part :
       split_over_all(processes, &LocationRecords::init, transport, waits.init))
    waits.init_completion.push_back(part.completion);
  for (const CollectiveMember& part :
       split_over_all(processes, &LocationRecords::finalize, transport, waits.finalize)) {
    waits.finalize_wait.push_back(part.wait);
    if (part.late_cause)
      anomalies.add("processes that left MPI_Finalize before the last entered it (clock error)");
  }
  return waits;
}

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/match_rma.h"

#include <algorithm>
#include <tuple>

#include "workers/agree.h"

namespace tarry::analysis {
namespace {

// Sorts results, so that they do not depend on the order in which workers found them.
void sort_results(RmaRecords& rma) {
  const auto of_wait = [](const RmaWait& wait) {
    return std::tuple(wait.instance, wait.record, wait.cause_rank, wait.cause);
  };
  std::sort(rma.waits.begin(), rma.waits.end(),
            [&](const RmaWait& a, const RmaWait& b) { return of_wait(a) < of_wait(b); });
  const auto of_dependency = [](const RmaDependency& needs) {
    return std::tuple(needs.instance, needs.rank, needs.record);
  };
  std::sort(rma.dependencies.begin(), rma.dependencies.end(),
            [&](const RmaDependency& a, const RmaDependency& b) {
              return of_dependency(a) < of_dependency(b);
            });
}

// The lock, the unlock and what lies between them on the same window and target.
void mark_lock_epochs(ProcessRecords& process, const RmaEpochs& epochs) {
  const auto record = [&](RecordRef ref) -> RmaRecord& {
    return process.locations[ref.location].rma.records[ref.index];
  };
  for (const RmaLockEpoch& epoch : epochs.locks) {
    const RmaRecord lock = record(epoch.lock);
    for (std::uint32_t at = epoch.first; at <= epoch.end; ++at) {
      RmaRecord& it = record(epochs.order[at]);
      if (it.window == lock.window && (!lock.target.valid() || it.target == lock.target))
        it.in_lock_epoch = true;
    }
  }
}

}  // namespace

std::uint32_t RmaMatching::place_in(model::WindowId window, Rank rank) const {
  const auto& members =
      definitions.communicators[communicator_of(definitions, window).index()].members;
  if (rank.index() < members.size() && members[rank.index()] == rank) return rank.value;
  const auto found = std::find(members.begin(), members.end(), rank);
  return found == members.end() ? kNoIndex : static_cast<std::uint32_t>(found - members.begin());
}

base::Status match_rma(std::vector<ProcessRecords>& processes,
                       const model::Definitions& definitions, const Partition& partition,
                       workers::Transport& transport, bool marks_lock_epochs,
                       model::Anomalies& anomalies) {
  if (definitions.windows.empty() && definitions.files.empty()) return base::kOk;
  std::vector<RmaEpochs> epochs;
  TRY(workers::do_together(transport, [&] {
    for (ProcessRecords& process : processes) {
      epochs.push_back(rma_epochs(process, definitions, anomalies));
      if (marks_lock_epochs) mark_lock_epochs(process, epochs.back());
    }
  }));
  RmaMatching matching{processes, epochs, definitions, partition, transport, anomalies};
  TRY(match_window_calls(matching));
  TRY(match_exposures(matching));
  TRY(match_window_locks(matching));
  return workers::do_together(transport, [&] {
    for (ProcessRecords& process : processes)
      for (LocationRecords& records : process.locations) sort_results(records.rma);
  });
}

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/awaited_waits.h"

#include <algorithm>

#include "model/metric.h"

namespace tarry::analysis {
namespace {

// By location and instance.
std::vector<std::pmr::vector<Ticks>> known_waits(const ProcessRecords& process) {
  std::vector<std::pmr::vector<Ticks>> known(process.locations.size());
  for (std::size_t l = 0; l < known.size(); ++l) {
    const LocationRecords& records = process.locations[l];
    known[l].resize(records.instances.size());
    for (const WaitState& wait : records.waits) known[l][wait.instance] += wait.amount;
  }
  return known;
}

model::MetricId metric_of(WaitKind kind, const Instance& call) {
  if (kind == WaitKind::InnerCollective) return model::metric::mpi_inner_wait;
  if (call.region_class == model::RegionClass::MpiRmaSyncPassive)
    return model::metric::mpi_rma_sync_wait_for_progress;
  if (call.region_class == model::RegionClass::MpiRmaCommunication)
    return model::metric::mpi_rma_comm_wait_for_progress;
  return model::metric::mpi_late_progress;
}

}  // namespace

void add_awaited_wait(LocationRecords& records, RecordRef call, Ticks wait,
                      const AwaitedEvent& event, WaitKind kind) {
  const Instance& instance = records.instances[call.index];
  records.waits.push_back(
      {wait,
       call.index,
       instance.callpath,
       {call.location, static_cast<std::uint32_t>(records.awaited_events.size())},
       kind,
       metric_of(kind, instance),
       {}});
  records.awaited_events.push_back(event);
}

void charge_awaited_members(ProcessRecords& process) {
  if (process.awaited_members.empty()) return;
  struct Candidate {
    RecordRef call;
    Ticks wait;
    const AwaitedMember* awaited;
  };
  const std::vector<std::pmr::vector<Ticks>> known = known_waits(process);
  std::vector<Candidate> candidates;
  for (const AwaitedMember& awaited : process.awaited_members) {
    const RecordRef call = call_of(process, awaited.record, AwaitedEvent::Of::CompletingCall);
    const LocationRecords& records = process.locations[call.location];
    const Instance& instance = records.instances[call.index];
    if (instance.damaged || model::never_waits(instance.call)) continue;
    const CollectiveRecord& own =
        process.locations[awaited.record.location].collectives[awaited.record.index];
    const Ticks waits = known[call.location][call.index];
    const Ticks from = (own.nonblocking ? instance.enter : own.begin) + waits;
    const Ticks wait =
        std::min(awaited.time - from, records.exclusive_duration(call.index) - waits);
    if (wait.count > 0) candidates.push_back({call, wait, &awaited});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     if (a.call != b.call) return a.call < b.call;
                     if (a.wait != b.wait) return a.wait > b.wait;
                     if (a.awaited->rank != b.awaited->rank)
                       return a.awaited->rank < b.awaited->rank;
                     return a.awaited->record < b.awaited->record;
                   });
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (c != 0 && candidates[c].call == candidates[c - 1].call) continue;
    const auto& [call, wait, awaited] = candidates[c];
    LocationRecords& records = process.locations[call.location];
    const auto region_class = records.instances[call.index].region_class;
    const bool is_inner = region_class == model::RegionClass::MpiCollective;
    if (!is_inner && region_class != model::RegionClass::MpiPointToPoint) continue;
    add_awaited_wait(records, call, wait,
                     {awaited->time, call.index, awaited->rank, awaited->cause, awaited->of},
                     is_inner ? WaitKind::InnerCollective : WaitKind::LateProgress);
  }
}

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// The part of the survey for one-sided communication. Collective calls on a window are points like
// barriers. A process that posts, completes or unlocks too late meets those that wait for it.
#include "analysis/delay/sync_survey.h"
#include "base/release.h"

namespace tarry::analysis {

using With = Syncpoint::With;

// All members met in the call, whether they waited or not.
void SyncSurvey::add_window_calls(SyncPlace& place) {
  const RmaRecords& rma = place.records->rma;
  place.window_points.assign(rma.collectives.size(), kNoIndex);
  for (std::uint32_t r = 0; r < rma.records.size(); ++r) {
    const RmaRecord& record = rma.records[r];
    if (!record.is_collective()) continue;
    const RmaCollective& call = rma.collectives[record.detail];
    const Instance& instance = place.records->instances[record.instance];
    if (!call.all_meet || instance.cut == kNoIndex) continue;
    place.window_points[record.detail] =
        place.timeline.add({length(instance) - call.completion, Ticks{0}, record.instance, r,
                            call.comm.value, kWaits, With::Communicator});
  }
}

void SyncSurvey::add_rma_wait(SyncPlace& place, std::uint32_t w,
                              std::vector<workers::Bytes>& outgoing) {
  const WaitState& wait = place.records->waits[w];
  const DelayChannel channel = *channel_of(wait.kind);
  const RmaWait& found = place.records->rma.waits[wait.record.index];
  const Instance& instance = place.records->instances[wait.instance];
  if (partition_.worker_of(found.cause_rank) == Partition::kNobody) return;
  std::uint32_t handle = kNoIndex;
  if (is_of_window_calls(channel)) {
    handle = place.window_points[place.records->rma.records[found.record.index].detail];
    place.timeline.point(handle).wait = wait.amount;
  } else {
    const Ticks before = channel == DelayChannel::RmaLock
                             ? wait.amount
                             : before_partner(instance, found.cause_leave);
    handle = place.timeline.add(
        {before, wait.amount, wait.instance, w, found.cause_rank.value, kWaits, With::OneRank});
  }
  place.handles[w] = handle;
  tell(place, handle, Partner(found.cause_rank), found.cause_rank,
       {wait.amount, instance.leave, found.cause, partition_.place_of(found.cause_rank),
        place.location, Partner(place.rank), channel},
       outgoing);
}

void SyncSurvey::add_rma_cause(std::uint32_t at, const Notice& notice, Cause cause) {
  SyncPlace& place = places_[at];
  const LocationRecords& records = *place.records;
  const std::uint32_t index = notice.record.index;
  const RmaRecord& record = records.rma.records[index];
  const bool is_lock = notice.channel == DelayChannel::RmaLock;
  const std::uint32_t at_instance = is_lock ? record.detail : record.instance;
  const Instance& instance = records.instances[at_instance];
  cause.callpath = instance.callpath;
  if (is_of_window_calls(notice.channel)) {
    cause.handle = place.window_points[record.detail];
  } else if (instance.cut != kNoIndex) {
    // An unlock does its own work before it releases the lock.
    cause.handle = place.timeline.add(
        {is_lock ? Ticks{0} : before_partner(instance, notice.leave), Ticks{0}, at_instance, index,
         notice.victim_as.process().value, kWaitedFor, With::OneRank});
  }
  keep(at, cause);
}

void SyncSurvey::drop_rma(SyncPlace& place) {
  base::release(place.window_points);
  base::release(place.records->rma.records);
  base::release(place.records->rma.collectives);
  base::release(place.records->rma.bytes);
  base::release(place.records->rma.file_bytes);
  base::release(place.records->rma.waits);
  base::release(place.records->rma.pair_syncs);
  base::release(place.records->rma.dependencies);
}

}  // namespace tarry::analysis

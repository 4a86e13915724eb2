// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/sync_survey.h"

#include <algorithm>

#include "analysis/records/awaited_call.h"
#include "base/release.h"

namespace tarry::analysis {

using With = Syncpoint::With;

std::optional<DelayChannel> channel_of(WaitKind kind) {
  if (kind == WaitKind::Other) return std::nullopt;
  return static_cast<DelayChannel>(kind);  // both are the kinds of model/wait_kinds.def
}

std::vector<workers::Bytes> SyncSurvey::tell_causes(std::size_t workers) {
  std::size_t locations = 0, waits = 0;
  for (const ProcessRecords& process : processes_) {
    first_place_.push_back(static_cast<std::uint32_t>(locations));
    locations += process.locations.size();
    for (const LocationRecords& records : process.locations) waits += records.waits.size();
  }
  places_.resize(locations);
  std::vector<workers::Bytes> outgoing(workers);
  for (workers::Bytes& message : outgoing) message.reserve(waits / workers * sizeof(Notice));
  for (std::uint32_t p = 0; p < processes_.size(); ++p) tell_causes(p, outgoing);
  return outgoing;
}

// Releases memory on the way.
void SyncSurvey::tell_causes(std::uint32_t p, std::vector<workers::Bytes>& outgoing) {
  ProcessRecords& process = processes_[p];
  const std::span<SyncPlace> places = places_of(p);
  for (std::uint32_t l = 0; l < places.size(); ++l) {
    SyncPlace& place = places[l];
    place.records = &process.locations[l];
    place.location = model::LocationIndex{process.first_location.value + l};
    place.rank = process.rank;
    place.timeline.reserve(place.records->waits.size() + place.records->collectives.size());
    add_collectives(place);
    add_window_calls(place);
    add_barriers(place);
  }
  add_init_and_finalize(p);
  add_teams(p);
  add_created(p);
  for (SyncPlace& place : places) {
    const auto waits = static_cast<std::uint32_t>(place.records->waits.size());
    place.handles.assign(waits, kNoIndex);
    place.waits.reserve(waits);
    for (std::uint32_t w = 0; w < waits; ++w) add_wait(p, place, w, outgoing);
  }
  for (SyncPlace& place : places) drop_messages(place);
}

std::span<SyncPlace> SyncSurvey::places_of(std::uint32_t process) {
  return std::span(places_).subspan(first_place_[process], processes_[process].locations.size());
}

void SyncSurvey::drop_messages(SyncPlace& place) {
  const auto keep_instances = [](auto& records, std::pmr::vector<std::uint32_t>& instances) {
    instances.reserve(records.size());
    for (const auto& record : records) instances.push_back(record.instance);
    base::release(records);
  };
  LocationRecords& records = *place.records;
  base::release(records.receives);
  base::release(records.late_senders);
  base::release(records.late_receivers);
  keep_instances(records.sends, place.sends);
  keep_instances(records.posted, place.posted);
}

// Barriers and n-to-n operations are a point of all members that synchronize in them, whether they
// waited or not.
void SyncSurvey::add_collectives(SyncPlace& place) {
  const auto& collectives = place.records->collectives;
  place.collective_points.assign(collectives.size(), kNoIndex);
  for (std::uint32_t c = 0; c < collectives.size(); ++c) {
    const CollectiveRecord& record = collectives[c];
    if (record.meeting == kNoMeeting || record.nonblocking) continue;
    const Instance& instance = place.records->instances[record.instance];
    if (instance.cut == kNoIndex) continue;
    const bool is_of_all = record.meeting == kAllMembers;
    place.collective_points[c] =
        place.timeline.add({length(instance) - record.completion, Ticks{0}, record.instance, c,
                            is_of_all ? record.comm.value : record.meeting, kWaits,
                            is_of_all ? With::Communicator : With::Partial});
  }
}

// All processes meet in both. If several threads called one of them, the first to leave it counts.
void SyncSurvey::add_init_and_finalize(std::uint32_t process) {
  const auto add = [&](std::uint32_t LocationRecords::*which, Ticks completion) {
    std::pair<SyncPlace*, std::uint32_t> added{nullptr, kNoIndex};
    const Instance* first = nullptr;
    for (SyncPlace& place : places_of(process)) {
      const std::uint32_t index = place.records->*which;
      if (index == kNoIndex) continue;
      const Instance& instance = place.records->instances[index];
      if (instance.cut == kNoIndex || (first != nullptr && first->leave <= instance.leave))
        continue;
      first = &instance;
      added.first = &place;
    }
    if (first != nullptr)
      added.second =
          added.first->timeline.add({length(*first) - completion, Ticks{0},
                                     added.first->records->*which, 0, 0, kWaits, With::Everybody});
    return added;
  };
  const auto [init, init_handle] = add(&LocationRecords::init, whole_run_.init_completion[process]);
  if (init != nullptr) init->init = init_handle;
  const auto [finalize, finalize_handle] = add(&LocationRecords::finalize, Ticks{0});
  if (finalize == nullptr) return;
  finalize->finalize = finalize_handle;
  const Instance& instance = finalize->records->instances[finalize->records->finalize];
  finalize->finalize_enter = instance.enter;
  // Only idle threads wait because of it.
  if (processes_[process].workers != 0)
    finalize->timeline.point(finalize_handle).wait =
        std::min(whole_run_.finalize_wait[process], length(instance));
}

void SyncSurvey::add_wait(std::uint32_t process, SyncPlace& place, std::uint32_t w,
                          std::vector<workers::Bytes>& outgoing) {
  const WaitState& wait = place.records->waits[w];
  const std::optional<DelayChannel> channel = channel_of(wait.kind);
  const Instance& instance = place.records->instances[wait.instance];
  if (!channel || instance.cut == kNoIndex) return;
  if (is_of_threads(*channel)) return add_thread_wait(process, place, w, outgoing);
  if (is_of_rma(*channel)) return add_rma_wait(place, w, outgoing);
  const AwaitedRecord awaited = awaited_record(processes_[process], *place.records, wait);
  if (!awaited.rank.valid()) return;
  const LocationRecords& recorded = processes_[process].locations[wait.record.location];
  Syncpoint point{Ticks{0},           wait.amount, wait.instance, w,
                  awaited.rank.value, kWaits,      With::OneRank};
  std::uint32_t handle = kNoIndex;
  if (wait.kind == WaitKind::LateSender) {
    const ReceiveRecord& receive = recorded.receives[wait.record.index];
    point.before_sync = before_partner(instance, recorded.late_senders[receive.late_sender].leave);
  } else if (wait.kind == WaitKind::LateReceiver) {
    const SendRecord& send = recorded.sends[wait.record.index];
    point.before_sync = before_partner(instance, recorded.late_receivers[send.late_receiver].leave);
  } else if (is_of_events(*channel)) {
    point.before_sync = recorded.awaited_events[wait.record.index].time - instance.enter;
  } else {
    const CollectiveRecord& record = recorded.collectives[wait.record.index];
    point.before_sync = record.nonblocking ? wait.amount : length(instance) - record.completion;
    if (!record.nonblocking) handle = place.collective_points[wait.record.index];
  }
  if (handle == kNoIndex)
    handle = place.timeline.add(point);
  else
    place.timeline.point(handle).wait = wait.amount;
  place.handles[w] = handle;
  tell(place, handle, Partner(awaited.rank), awaited.rank,
       {wait.amount, instance.leave, awaited.record, partition_.place_of(awaited.rank),
        place.location, Partner(place.rank), *channel, awaited.of},
       outgoing);
}

void SyncSurvey::tell(SyncPlace& place, std::uint32_t handle, Partner cause, Rank rank,
                      Notice notice, std::vector<workers::Bytes>& outgoing) {
  const std::uint32_t instance = place.timeline.point(handle).instance;
  notice.is_left_out =
      left_out_.contains(notice.channel, place.records->instances[instance].callpath);
  const auto worker = static_cast<std::uint32_t>(partition_.worker_of(rank));
  workers::Bytes& message = outgoing[worker];
  place.waits.push_back(
      {handle, cause, worker, static_cast<std::uint32_t>(workers::record_count<Notice>(message))});
  workers::append(message, notice);
}

void SyncSurvey::hear_of_waits(std::vector<workers::Bytes> notices, bool with_sections,
                               bool with_times) {
  causes_.resize(notices.size());
  for (std::uint32_t worker = 0; worker < notices.size(); ++worker)
    for (std::size_t i = 0; i < workers::record_count<Notice>(notices[worker]); ++i)
      add_cause(workers::record_at<Notice>(notices[worker], i), worker);
  notices.clear();
  for (SyncPlace& place : places_) {
    base::release(place.sends);
    base::release(place.posted);
    base::release(place.records->collectives);
    base::release(place.records->neighbor_needs);
    base::release(place.records->locks);
    base::release(place.records->task_ends);
    base::release(place.records->taskwaits);
    base::release(place.records->awaited);
    base::release(place.records->away);
    base::release(place.records->awaited_events);
    base::release(place.collective_points);
    base::release(place.barrier_points);
    drop_rma(place);
  }
  for (SyncPlace& place : places_) {
    place.timeline.finish(*place.records, with_sections, with_times);
    base::release(place.records->instances);
  }
  base::return_freed_memory();
}

void SyncSurvey::add_cause(const Notice& notice, std::uint32_t worker) {
  const RecordRef of_cause = is_of_events(notice.channel)
                                 ? call_of(processes_[notice.process], notice.record, notice.of)
                                 : notice.record;
  const std::uint32_t at = first_place_[notice.process] + of_cause.location;
  SyncPlace& place = places_[at];
  const std::uint32_t index = of_cause.index;
  const LocationRecords& records = *place.records;
  Cause cause{notice.amount, notice.victim, notice.victim_as};
  cause.worker = worker;
  cause.channel = notice.channel;
  cause.is_left_out = notice.is_left_out;
  Syncpoint point{Ticks{0},   Ticks{0},     0, index, notice.victim_as.process().value,
                  kWaitedFor, With::OneRank};
  if (notice.channel == DelayChannel::OmpBarrier) {
    cause.handle = place.barrier_points[index];
    cause.callpath = records.instances[records.barriers[index].instance].callpath;
    return keep(at, cause);
  }
  if (is_of_rma(notice.channel)) return add_rma_cause(at, notice, cause);
  if (is_of_threads(notice.channel)) {
    point.instance = is_of_locks(notice.channel) ? records.locks[index].instance
                                                 : records.task_ends[index].instance;
    point.partner = notice.victim.value;
    point.with = With::Thread;
    cause.handle = place.timeline.add(point);
    cause.callpath = records.instances[point.instance].callpath;
    return keep(at, cause);
  }
  std::uint32_t* collective_point = nullptr;
  std::uint32_t at_instance = kNoIndex;
  Ticks completion;
  if (notice.channel == DelayChannel::LateSender) {
    at_instance = place.sends[index];
  } else if (notice.channel == DelayChannel::LateReceiver) {
    at_instance = place.posted[index];
  } else if (is_of_events(notice.channel)) {
    at_instance = index;
  } else {
    const CollectiveRecord& record = records.collectives[index];
    collective_point = &place.collective_points[index];
    at_instance = record.nonblocking ? record.initiating : record.instance;
    if (!record.nonblocking) {
      completion = record.completion;
      point.phase = kWaits;
    }
  }
  if (at_instance != kNoIndex) {
    const Instance& instance = records.instances[at_instance];
    cause.callpath = instance.callpath;
    if (collective_point != nullptr && *collective_point != kNoIndex) {
      cause.handle = *collective_point;
      place.timeline.add_partner(cause.handle, notice.victim_as.process());
    } else if (instance.cut != kNoIndex) {
      point.instance = at_instance;
      point.before_sync = collective_point != nullptr ? length(instance) - completion
                                                      : before_partner(instance, notice.leave);
      cause.handle = place.timeline.add(point);
      if (collective_point != nullptr) *collective_point = cause.handle;
    }
  }
  keep(at, cause);
}

void SyncSurvey::keep(std::uint32_t at, const Cause& cause) {
  SyncPlace& place = places_[at];
  causes_[cause.worker].emplace_back(at, static_cast<std::uint32_t>(place.causes.size()));
  place.causes.push_back(cause);
}

Cause& SyncSurvey::cause(std::uint32_t worker, std::uint32_t notice) {
  const auto& [place, index] = causes_[worker][notice];
  return places_[place].causes[index];
}

}  // namespace tarry::analysis

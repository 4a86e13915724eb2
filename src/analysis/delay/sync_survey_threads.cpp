// SPDX-License-Identifier: BSD-3-Clause
// The part of the survey for the threads of a process among each other.
#include <algorithm>
#include <map>

#include "analysis/delay/sync_survey.h"

namespace tarry::analysis {

using With = Syncpoint::With;

void SyncSurvey::add_barriers(SyncPlace& place) {
  const auto& barriers = place.records->barriers;
  place.barrier_points.assign(barriers.size(), kNoIndex);
  for (std::uint32_t b = 0; b < barriers.size(); ++b) {
    const Instance& instance = place.records->instances[barriers[b].instance];
    if (!barriers[b].together || instance.cut == kNoIndex) continue;
    const CommId team = place.records->members[barriers[b].member].team;
    place.barrier_points[b] =
        place.timeline.add({instance.leave - instance.enter, Ticks{0}, barriers[b].instance, b,
                            team.value, kWaits, With::Team});
  }
}

// The members of a team meet where each enters the parallel region.
void SyncSurvey::add_teams(std::uint32_t process) {
  struct Begin {
    std::size_t place;
    std::uint32_t member;
    bool is_fork;
  };
  const std::size_t first = first_place_[process];
  const std::span<SyncPlace> places = places_of(process);
  places.front().workers = processes_[process].workers;
  add_serial(places.front());
  std::map<TeamInstance, std::vector<Begin>> teams;
  for (std::size_t l = 0; l < places.size(); ++l) {
    const auto& members = places[l].records->members;
    for (std::uint32_t m = 0; m < members.size(); ++m)
      if (members[m].has_region)
        teams[{members[m].team, members[m].instance}].push_back(
            {first + l, m, members[m].fork != kNoIndex});
  }
  const auto member = [&](const Begin& begin) -> const TeamMember& {
    return places_[begin.place].records->members[begin.member];
  };
  for (const auto& [instance, begins] : teams) {
    const auto fork = std::find_if(begins.begin(), begins.end(),
                                   [](const Begin& begin) { return begin.is_fork; });
    if (fork == begins.end()) continue;
    const Ticks forked = places_[fork->place].records->forks[member(*fork).fork].time;
    Ticks earliest{INT64_MAX};
    for (const Begin& begin : begins) earliest = std::min(earliest, member(begin).enter);
    const std::uint32_t team = instance.team.value;
    const auto add = [&](const Begin& begin) {
      SyncTimeline& timeline = places_[begin.place].timeline;
      const std::uint32_t point =
          timeline.add({base::positive_part(earliest - forked), Ticks{0}, member(begin).region,
                        begin.member, team, kWaits, With::Team});
      timeline.set_fork_callpath(point, member(begin).fork_and_join);
      return point;
    };
    const std::uint32_t handle = add(*fork);
    for (const Begin& begin : begins) {
      if (begin.place == fork->place) continue;
      const std::uint32_t at = add(begin);
      places_[begin.place].timeline.add_fork(at, base::positive_part(member(begin).enter - forked));
      places_[fork->place].forked.push_back({handle, begin.place, at});
    }
  }
}

// A thread and its creator meet at the creation.
void SyncSurvey::add_created(std::uint32_t process) {
  const std::span<SyncPlace> places = places_of(process);
  std::map<std::uint64_t, std::pair<std::size_t, std::uint32_t>> begun;  // place and instance
  for (std::size_t l = 0; l < places.size(); ++l)
    for (const ThreadStart& start : places[l].records->thread_starts)
      if (start.begins) begun.try_emplace(start.thread, l, start.instance);
  if (begun.empty()) return;
  const auto add = [&](SyncPlace& place, const SyncPlace& other, std::uint32_t instance) {
    return place.timeline.add(
        {Ticks{0}, Ticks{0}, instance, 0, other.location.value, kWaitedFor, With::Thread});
  };
  for (SyncPlace& creator : places)
    for (const ThreadStart& start : creator.records->thread_starts) {
      const auto found = start.begins ? begun.end() : begun.find(start.thread);
      if (found == begun.end()) continue;
      const auto [l, instance] = found->second;
      begun.erase(found);
      if (&places[l] == &creator) continue;
      const std::uint32_t fork = add(creator, places[l], start.instance);
      const std::uint32_t begin = add(places[l], creator, instance);
      places[l].timeline.add_fork(begin, Ticks{0});
      creator.forked.push_back({fork, first_place_[process] + l, begin});
    }
}

void SyncSurvey::add_serial(SyncPlace& place) {
  if (place.workers == 0) return;
  const auto add = [&](std::uint32_t instance) {
    return place.timeline.add({Ticks{0}, Ticks{0}, instance, 0, 0, kWaitedFor, With::Nobody});
  };
  SerialPiece piece;
  bool is_open = true;
  for (const ForkRecord& fork : place.records->forks) {
    if (fork.serial_end == kNoIndex || !is_open) continue;
    piece.end = add(fork.serial_end);
    place.serial.push_back(piece);
    is_open = fork.serial_begin != kNoIndex;
    if (is_open) piece = {add(fork.serial_begin), kNoIndex};
  }
  if (is_open) place.serial.push_back(piece);
}

// Handles waits at a barrier, for a lock and for tasks. The point of a barrier exists already.
void SyncSurvey::add_thread_wait(std::uint32_t process, SyncPlace& place, std::uint32_t w,
                                 std::vector<workers::Bytes>& outgoing) {
  const WaitState wait = place.records->waits[w];
  const Instance instance = place.records->instances[wait.instance];
  const std::span<SyncPlace> siblings = places_of(process);
  const bool is_barrier = wait.kind == WaitKind::OmpBarrier;
  const RecordRef cause =
      is_barrier ? place.records->barriers[wait.record.index].latest : wait.record;
  const SyncPlace& blocker = siblings[cause.location];
  const LocationRecords& its = *blocker.records;
  Ticks end;
  if (is_barrier)
    end = its.instances[its.barriers[cause.index].instance].enter;
  else if (wait.kind == WaitKind::OmpTaskwait)
    end = its.task_ends[cause.index].time;
  else
    end = its.locks[cause.index].time;
  std::uint32_t handle = kNoIndex;
  if (is_barrier)
    handle = place.barrier_points[wait.record.index];
  else
    handle = place.timeline.add(
        {wait.amount, wait.amount, wait.instance, w, blocker.location.value, kWaits, With::Thread});
  Syncpoint& point = place.timeline.point(handle);
  point.wait = wait.amount;
  point.instance = after_releases(*place.records, wait.instance, end);
  const Ticks begin = place.records->instances[point.instance].enter;
  point.before_sync = base::positive_part(point.before_sync - (begin - instance.enter));
  place.handles[w] = handle;
  const auto as = is_barrier ? &Partner::team_member : &Partner::thread;
  tell(place, handle, as(blocker.location), place.rank,
       {wait.amount, instance.leave, cause, partition_.place_of(place.rank), place.location,
        as(place.location), *channel_of(wait.kind)},
       outgoing);
}

// A thread may release locks while it waits: its mutex in a condition wait, those of tasks that it
// executes at a barrier. It may also end tasks for others. A thread that waits for one of these
// does not depend on what this thread waits for, which may even depend on the other one. The point
// of this wait therefore comes after the last release.
std::uint32_t SyncSurvey::after_releases(LocationRecords& records, std::uint32_t instance,
                                         Ticks end) {
  const Ticks enter = records.instances[instance].enter;
  const auto is_inside = [&, cut = records.instances[instance].cut](std::uint32_t release) {
    return records.instances[release].cut > cut;
  };
  std::uint32_t last = kNoIndex;
  const auto look_at = [&](const auto& events, const auto& is_release) {
    auto it = std::lower_bound(events.begin(), events.end(), enter,
                               [](const auto& event, Ticks time) { return event.time < time; });
    // The instance was made where the wait ended, so later ones are no part of it.
    for (; it != events.end() && it->time <= end; ++it)
      if (is_release(*it) && it->instance < instance && is_inside(it->instance) &&
          (last == kNoIndex || records.instances[last].enter <= it->time))
        last = it->instance;
  };
  look_at(records.locks, [](const LockEvent& event) { return !event.acquired; });
  look_at(records.task_ends, [](const TaskEnd&) { return true; });
  if (last == kNoIndex) return instance;
  Instance point = records.instances[last];
  point.callpath = records.instances[instance].callpath;
  records.instances.push_back(point);
  return static_cast<std::uint32_t>(records.instances.size() - 1);
}

}  // namespace tarry::analysis

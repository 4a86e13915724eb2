// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/thread_dependencies.h"

#include <algorithm>
#include <map>

namespace tarry::analysis {
namespace {

using Kind = Link::Kind;

class ThreadDependencies {
 public:
  ThreadDependencies(const ProcessRecords& process, std::vector<SlotTable>& slots)
      : process_(process), slots_(slots) {}

  void run() {
    teams();
    barriers();
    locks();
    tasks();
    creations();
    joins();
  }

 private:
  [[nodiscard]] std::uint32_t global(std::uint32_t l) const {
    return process_.first_location.value + l;
  }

  void teams() {
    struct Begin {
      std::uint32_t location;
      const TeamMember* member;
    };
    std::map<TeamInstance, std::vector<Begin>> teams;
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l)
      for (const TeamMember& member : process_.locations[l].members)
        teams[{member.team, member.instance}].push_back({l, &member});
    for (const auto& [instance, members] : teams) {
      const auto forker = std::find_if(members.begin(), members.end(), [](const Begin& begin) {
        return begin.member->fork != kNoIndex;
      });
      if (forker == members.end()) continue;
      const std::uint32_t fork = forker->member->fork;
      const Ticks forked = process_.locations[forker->location].forks[fork].time;
      const auto is_forked = [&](const Begin& begin) {
        return begin.location != forker->location && begin.member->has_region &&
               begin.member->enter >= forked;
      };
      const auto needs =
          static_cast<std::uint32_t>(std::count_if(members.begin(), members.end(), is_forked));
      if (needs == 0) continue;
      const std::uint64_t key = link_key(global(forker->location), fork);
      SlotTable& slots = slots_[forker->location];
      const std::uint32_t region =
          forker->member->has_region ? SlotTable::enter(forker->member->region) : 0;
      slots.give(slots.add_before(region, forked), {Kind::Fork, key});
      for (const Begin& begin : members)
        if (is_forked(begin))
          slots_[begin.location].need(SlotTable::enter(begin.member->region),
                                      {Kind::Fork, key, 1, needs}, forked);
    }
  }

  void barriers() {
    std::map<std::pair<Sibling, std::uint32_t>, std::uint32_t> members;  // by the last one to come
    for (const LocationRecords& records : process_.locations)
      for (const BarrierRecord& barrier : records.barriers)
        if (barrier.together) ++members[{barrier.latest.location, barrier.latest.index}];
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l)
      for (const BarrierRecord& barrier : process_.locations[l].barriers) {
        if (!barrier.together) continue;
        const LocationRecords& last = process_.locations[barrier.latest.location];
        const std::uint64_t key = link_key(global(barrier.latest.location), barrier.latest.index);
        const std::uint32_t all = members[{barrier.latest.location, barrier.latest.index}];
        slots_[l].give(SlotTable::enter(barrier.instance), {Kind::Barrier, key});
        slots_[l].need(SlotTable::leave(barrier.instance), {Kind::Barrier, key, all, all},
                       last.instances[last.barriers[barrier.latest.index].instance].enter);
      }
  }

  // A thread that waited for a lock needs that the previous owner released it. A thread that took
  // the lock at once does not, because no program decides the order in which threads come to a
  // lock.
  void locks() {
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l)
      for (const LockEvent& event : process_.locations[l].locks) {
        if (!event.acquired || event.released.index == kNoIndex) continue;
        const LockEvent& release =
            process_.locations[event.released.location].locks[event.released.index];
        const Link link{Kind::Lock, link_key(global(event.released.location), event.released.index),
                        1, 1};
        const Instance& taking = process_.locations[l].instances[event.instance];
        if (release.time > event.time || release.time <= taking.enter) continue;
        if (release.instance == kNoIndex) continue;
        const CallPathId waits_in = taking.callpath;
        slots_[event.released.location].give(SlotTable::enter(release.instance), link);
        const std::uint32_t waits = SlotTable::enter(event.instance);
        slots_[l].keep(waits);
        slots_[l].need(slots_[l].add_behind(waits, event.time, waits_in), link, release.time);
      }
  }

  // A thread that waits for tasks needs that each of them ended. The tasks that it executes itself
  // meanwhile come first.
  void tasks() {
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l) {
      const LocationRecords& records = process_.locations[l];
      for (const TaskwaitRecord& wait : records.taskwaits) {
        const std::uint32_t end = SlotTable::leave(wait.instance);
        slots_[l].keep(SlotTable::enter(wait.instance));
        for (std::uint32_t t = wait.first_task; t < wait.end_task; ++t) {
          const RecordRef& at = records.awaited[t].end;
          if (at.index == kNoIndex) continue;
          const TaskEnd& task = process_.locations[at.location].task_ends[at.index];
          if (task.time > records.instances[wait.instance].leave) continue;
          const Link link{Kind::Task, link_key(global(at.location), at.index), 1, 1};
          slots_[at.location].give(SlotTable::enter(task.instance), link);
          slots_[l].need(end, link, task.time);
        }
      }
    }
  }

  // A thread needs that it was created.
  void creations() {
    std::map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> begun;  // location, instance
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l)
      for (const ThreadStart& start : process_.locations[l].thread_starts)
        if (start.begins) begun.try_emplace(start.thread, l, start.instance);
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l)
      for (const ThreadStart& start : process_.locations[l].thread_starts) {
        const auto found = start.begins ? begun.end() : begun.find(start.thread);
        if (found == begun.end()) continue;
        const auto [other, instance] = found->second;
        begun.erase(found);
        const Ticks created = process_.locations[l].instances[start.instance].enter;
        if (other == l || created > process_.locations[other].instances[instance].enter) continue;
        const Link link{Kind::Creation, link_key(global(l), start.instance), 1, 1};
        slots_[l].give(SlotTable::enter(start.instance), link);
        slots_[other].need(SlotTable::enter(instance), link, created);
      }
  }

  // A thread that joins another one needs that it ended. Several threads may have one number, one
  // after the other; each join belongs to the last end before it.
  void joins() {
    struct End {
      Ticks time;
      std::uint32_t location, instance;
    };
    std::map<std::uint64_t, std::vector<End>> ended;
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l)
      for (const ThreadEnding& ending : process_.locations[l].thread_endings)
        if (ending.ends)
          ended[ending.thread].push_back(
              {process_.locations[l].instances[ending.instance].enter, l, ending.instance});
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l)
      for (const ThreadEnding& ending : process_.locations[l].thread_endings) {
        const auto found = ending.ends ? ended.end() : ended.find(ending.thread);
        if (found == ended.end()) continue;
        const Ticks joined = process_.locations[l].instances[ending.instance].enter;
        std::vector<End>& ends = found->second;
        auto last = ends.end();
        for (auto end = ends.begin(); end != ends.end(); ++end)
          if (end->location != l && end->time <= joined &&
              (last == ends.end() || end->time > last->time))
            last = end;
        if (last == ends.end()) continue;
        const Link link{Kind::Ending, link_key(global(last->location), last->instance), 1, 1};
        slots_[last->location].give(SlotTable::enter(last->instance), link);
        slots_[l].need(SlotTable::enter(ending.instance), link, last->time);
        ends.erase(last);
      }
  }

  const ProcessRecords& process_;
  std::vector<SlotTable>& slots_;  // by location
};

}  // namespace

void add_thread_dependencies(const ProcessRecords& process, std::vector<SlotTable>& slots) {
  if (process.locations.size() > 1) ThreadDependencies(process, slots).run();
}

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/evaluate_threads.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/patterns/account.h"
#include "analysis/patterns/lock_order.h"
#include "analysis/patterns/threads.h"
#include "model/region_metrics.h"

namespace tarry::analysis {
namespace {

using model::MetricId;
namespace metric = model::metric;
using model::RegionClass;
using model::with_ancestors;

struct ThreadMetricIds {
  std::vector<MetricId> time = with_ancestors(metric::time);
  MetricId fork = metric::omp_fork;
  std::vector<MetricId> management = with_ancestors(metric::omp_management);
  std::vector<MetricId> idle = with_ancestors(metric::omp_idle_threads);
  std::vector<MetricId> limited = with_ancestors(metric::omp_limited_parallelism);
  MetricId explicit_barrier = metric::omp_ebarrier_wait;
  MetricId implicit_barrier = metric::omp_ibarrier_wait;
  MetricId critical = metric::omp_lock_contention_critical;
  MetricId lock_api = metric::omp_lock_contention_api;
  MetricId mutex = metric::pthread_lock_contention_mutex_lock;
  MetricId condition = metric::pthread_lock_contention_conditional;
};

const ThreadMetricIds& thread_ids() {
  static const ThreadMetricIds kIds;
  return kIds;
}

// Adds time outside of regions to a metric and to all metrics above it.
void add_time(Cells& cells, CallPathId at, const std::vector<MetricId>& to, Ticks amount) {
  if (amount.count == 0) return;
  for (const MetricId each : to) cells.at(at, each) += amount.count;
}

// The part of a member in a team or a barrier: its location and its record there.
using Part = RecordRef;

struct Team {
  std::vector<Part> members;
  const ForkRecord* fork = nullptr;
  Sibling forked_by = 0;
};

class ThreadEvaluation {
 public:
  ThreadEvaluation(ProcessRecords& process, std::vector<Cells>& cells, model::Anomalies& anomalies)
      : process_(process), cells_(cells), anomalies_(anomalies) {
    for (std::size_t l = 0; l < process.locations.size(); ++l)
      accounts_.emplace_back(process.locations[l], cells[l]);
  }

  void run() {
    find_teams();
    for (const auto& [instance, team] : teams_) management(team);
    idle_threads();
    barriers();
    locks();
  }

 private:
  using BarrierKey = std::pair<TeamInstance, std::uint32_t>;  // and the ordinal in it

  [[nodiscard]] const TeamMember& member(const Part& part) const {
    return process_.locations[part.location].members[part.index];
  }
  static TeamInstance instance_of(const TeamMember& member) {
    return {member.team, member.instance};
  }

  void find_teams() {
    for (std::size_t l = 0; l < process_.locations.size(); ++l) {
      const LocationRecords& records = process_.locations[l];
      const auto location = static_cast<Sibling>(l);
      for (std::uint32_t m = 0; m < records.members.size(); ++m) {
        Team& team = teams_[instance_of(records.members[m])];
        team.members.push_back({location, m});
        if (records.members[m].fork == kNoIndex) continue;
        team.fork = &records.forks[records.members[m].fork];
        team.forked_by = location;
      }
    }
  }

  // Returns the call path of the team's region; of the forking code if it has none.
  [[nodiscard]] CallPathId region_of(const Team& team) const {
    const TeamMember& forker = process_.locations[team.forked_by].members[team.fork->member];
    return forker.has_region ? forker.callpath : team.fork->callpath;
  }

  // Charges the time between fork and join in which members are in no region.
  void management(const Team& team) {
    if (team.fork == nullptr) return;
    for (const Part& part : team.members) {
      const TeamMember& it = member(part);
      Cells& cells = cells_[part.location];
      if (it.fork != kNoIndex && team.fork->in_no_region.count != 0) {
        add_time(cells, region_of(team), thread_ids().management, team.fork->in_no_region);
        add_fork(cells, region_of(team), team.fork->before_region);
        continue;
      }
      if (!it.has_region) {
        add_time(cells, region_of(team), thread_ids().management,
                 team.fork->join - team.fork->time);
        continue;
      }
      const Ticks fork =
          base::positive_part(it.enter - team.fork->time - team.fork->other_regions - it.off);
      const Ticks join = base::positive_part(team.fork->join - it.leave) + it.between;
      add_time(cells, it.callpath, thread_ids().management, fork + join);
      add_fork(cells, it.callpath, fork);
    }
  }

  static void add_fork(Cells& cells, CallPathId at, Ticks amount) {
    if (amount.count != 0) cells.at(at, thread_ids().fork) += amount.count;
  }

  // Returns the outermost of the teams around `part`; nullptr if it is not known. Damaged traces
  // have teams that forked each other.
  [[nodiscard]] const Team* outermost(const Part& part) const {
    const Team* team = &teams_.at(instance_of(member(part)));
    for (std::size_t steps = 0; steps < teams_.size(); ++steps) {
      if (team->fork == nullptr) return nullptr;
      if (team->fork->within == kNoIndex) return team;
      team = &teams_.at(instance_of(member({team->forked_by, team->fork->within})));
    }
    return nullptr;
  }

  // Workers are idle while the initial thread is alone, or in a team without them.
  void idle_threads() {
    const std::size_t locations = process_.locations.size();
    std::map<const Team*, std::vector<bool>> taken;  // by outermost team: locations in it
    std::vector<bool> is_worker(locations);          // of the initial thread, as far as is known
    for (const auto& [instance, team] : teams_)
      for (const Part& part : team.members) {
        const Team* outer = outermost(part);
        if (outer != nullptr && outer->forked_by != 0)
          continue;  // a thread that the program created has forked
        is_worker[part.location] = true;
        if (outer == nullptr) continue;
        std::vector<bool>& in_it = taken[outer];
        in_it.resize(locations);
        in_it[part.location] = true;
      }
    for (std::size_t w = 1; w < locations; ++w) {
      if (!is_worker[w]) continue;
      ++process_.workers;
      process_.locations[w].idles = true;
      const auto& serial = process_.locations[0].serial;
      for (std::uint32_t n = 0; n < serial.size(); ++n)
        add_time(cells_[w], CallPathId{n}, thread_ids().idle, serial[n]);
      const auto& off = process_.locations[0].serial_off;
      for (std::uint32_t n = 0; n < off.size(); ++n)
        add_time(cells_[w], CallPathId{n}, thread_ids().time, off[n]);
      for (const auto& [team, in_it] : taken)
        if (!in_it[w])
          add_time(cells_[w], region_of(*team), thread_ids().limited,
                   team->fork->join - team->fork->time);
    }
  }

  void barriers() {
    std::map<BarrierKey, std::vector<Part>> instances;
    for (std::size_t l = 0; l < process_.locations.size(); ++l) {
      const LocationRecords& records = process_.locations[l];
      for (std::uint32_t b = 0; b < records.barriers.size(); ++b) {
        const BarrierRecord& barrier = records.barriers[b];
        instances[{instance_of(records.members[barrier.member]), barrier.ordinal}].push_back(
            {static_cast<Sibling>(l), b});
      }
    }
    for (const auto& [key, parts] : instances) {
      const std::size_t members = teams_.at(key.first).members.size();
      if (members < 2) continue;
      if (parts.size() == members && is_one_barrier(parts))
        barrier_waits(parts);
      else
        anomalies_.add("barriers of threads that not all members of the team are in");
    }
  }

  [[nodiscard]] BarrierRecord& barrier(const Part& part) const {
    return process_.locations[part.location].barriers[part.index];
  }

  // The runtime's order decides who meets, not the place in the program: compilers copy a barrier
  // in front of code that some members skip, and each copy has a region of its own. Where the
  // regions differ, records may also be missing: then somebody left before all had come.
  [[nodiscard]] bool is_one_barrier(const std::vector<Part>& parts) const {
    const auto instance = [&](const Part& part) -> const Instance& {
      return accounts_[part.location].instance(barrier(part).instance);
    };
    const Instance& first = instance(parts.front());
    bool is_one_region = true;
    bool is_one_kind = true;
    Ticks last = first.enter;
    Ticks earliest_leave = first.leave;
    for (const Part& part : parts) {
      is_one_region &= barrier(part).region == barrier(parts.front()).region;
      is_one_kind &= instance(part).region_class == first.region_class;
      last = std::max(last, instance(part).enter);
      earliest_leave = std::min(earliest_leave, instance(part).leave);
    }
    return is_one_region || (is_one_kind && earliest_leave >= last);
  }

  void barrier_waits(const std::vector<Part>& parts) {
    const auto enter = [&](const Part& part) {
      return accounts_[part.location].instance(barrier(part).instance).enter;
    };
    const Part latest = *std::max_element(
        parts.begin(), parts.end(),
        [&](const Part& a, const Part& b) { return enter(a) < enter(b); });  // the first of equals
    const Ticks last = enter(latest);
    for (const Part& part : parts) {
      Account& account = accounts_[part.location];
      BarrierRecord& record = barrier(part);
      record.together = true;
      record.latest = latest;
      const std::uint32_t at = record.instance;
      const Instance& instance = account.instance(at);
      const Ticks in_tasks =
          time_in_tasks(account.records(), instance.enter, std::min(last, instance.leave));
      const bool is_explicit = instance.region_class == RegionClass::OmpExplicitBarrier;
      const MetricId to =
          is_explicit ? thread_ids().explicit_barrier : thread_ids().implicit_barrier;
      const Ticks charged = account.charge(
          at, to, thread_barrier_wait(last, instance.enter, instance.leave, in_tasks));
      if (charged.count != 0)
        process_.locations[part.location].waits.push_back(
            {charged, at, instance.callpath, part, WaitKind::OmpBarrier, to, {}});
    }
  }

  // Returns the time of explicit tasks that the location executed between two times.
  static Ticks time_in_tasks(const LocationRecords& records, Ticks begin, Ticks end) {
    const auto& intervals = records.task_intervals;
    auto it = std::lower_bound(
        intervals.begin(), intervals.end(), begin,
        [](const TaskInterval& interval, Ticks time) { return interval.end <= time; });
    Ticks sum;
    for (; it != intervals.end() && it->begin < end; ++it)
      sum += std::min(it->end, end) - std::max(it->begin, begin);
    return sum;
  }

  void locks() {
    using Lock = std::pair<model::Paradigm, std::uint32_t>;
    std::map<Lock, std::vector<Part>> events;
    for (std::size_t l = 0; l < process_.locations.size(); ++l) {
      const auto& all = process_.locations[l].locks;
      for (std::uint32_t e = 0; e < all.size(); ++e)
        events[{all[e].lock.paradigm, all[e].lock.lock}].push_back({static_cast<Sibling>(l), e});
    }
    for (auto& [lock, parts] : events) {
      const auto key = [this](const Part& part) {
        const LockEvent& event = lock_event(part);
        return std::tuple(event.lock.order, event.time, part.location, part.index);
      };
      std::sort(parts.begin(), parts.end(),
                [&](const Part& a, const Part& b) { return key(a) < key(b); });
      order_ties(parts);
      contention(parts);
    }
  }

  // Among events of the same order and time, those of the owner of the lock come first, then that
  // of the next owner.
  void order_ties(std::vector<Part>& parts) const {
    int depth = 0;  // number of times that its owner has taken it
    Sibling owner = 0;
    const auto fits = [&](const Part& part) {
      return depth == 0 ? lock_event(part).acquired : part.location == owner;
    };
    for (auto next = parts.begin(); next != parts.end(); ++next) {
      const auto is_tied = [&](const Part& part) {
        return lock_event(part).lock.order == lock_event(*next).lock.order &&
               lock_event(part).time == lock_event(*next).time;
      };
      const auto end = std::find_if_not(next, parts.end(), is_tied);
      if (const auto first = std::find_if(next, end, fits); first != end)
        std::rotate(next, first, first + 1);
      const LockEvent& event = lock_event(*next);
      if (event.acquired) {
        depth = next->location == owner ? depth + 1 : 1;
        owner = next->location;
      } else if (next->location == owner && depth > 0) {
        --depth;
      }
    }
  }

  [[nodiscard]] const LockEvent& lock_event(const Part& part) const {
    return process_.locations[part.location].locks[part.index];
  }

  void contention(const std::vector<Part>& parts) {
    const Part* release = nullptr;
    const Part* former = nullptr;  // acquisition
    LockOrder order(anomalies_);
    for (const Part& part : parts) {
      const LockEvent& event = lock_event(part);
      if (!event.acquired) {
        order.give_back(part.location);
        release = &part;
        continue;
      }
      order.take(part.location);
      // Releases are no measure: some writers record them after the next one has the lock.
      if (former != nullptr && lock_event(*former).time > event.time)
        anomalies_.add("locks whose order contradicts their times (clock error)");
      former = &part;
      if (release == nullptr || release->location == part.location) continue;
      process_.locations[part.location].locks[part.index].released = *release;
      Account& account = accounts_[part.location];
      const Instance& instance = account.instance(event.instance);
      const Ticks wait = lock_wait(lock_event(*release).time, event.time, instance.enter);
      if (wait.count == 0 || instance.damaged) continue;
      const MetricId to = contention_metric(event.lock.paradigm, instance.region_class);
      if (!belongs(to, instance.region_class)) {
        anomalies_.add(kWrongKind);
        continue;
      }
      const Ticks charged = account.charge(event.instance, to, wait);
      const WaitKind kind = event.lock.paradigm == model::Paradigm::Pthread ? WaitKind::PthreadLock
                                                                            : WaitKind::OmpLock;
      if (charged.count != 0)
        process_.locations[part.location].waits.push_back(
            {charged, event.instance, instance.callpath, *release, kind, to, {}});
    }
  }

  static MetricId contention_metric(model::Paradigm paradigm, RegionClass region_class) {
    if (paradigm == model::Paradigm::Pthread)
      return region_class == RegionClass::PthreadConditional ? thread_ids().condition
                                                             : thread_ids().mutex;
    return region_class == RegionClass::OmpCritical ? thread_ids().critical : thread_ids().lock_api;
  }

  ProcessRecords& process_;
  std::vector<Cells>& cells_;
  model::Anomalies& anomalies_;
  std::vector<Account> accounts_;
  std::map<TeamInstance, Team> teams_;
};

}  // namespace

void evaluate_threads(ProcessRecords& process, std::vector<Cells>& cells,
                      model::Anomalies& anomalies) {
  const bool has_any = std::any_of(process.locations.begin(), process.locations.end(),
                                   [](const LocationRecords& records) {
                                     return !records.members.empty() || !records.locks.empty();
                                   });
  if (has_any) ThreadEvaluation(process, cells, anomalies).run();
}

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/syncpoints.h"

#include <algorithm>
#include <numeric>

#include "base/release.h"

namespace tarry::analysis {
namespace {

using With = Syncpoint::With;

bool may_be_fork(const Syncpoint& point) {
  return point.with == With::Team || point.with == With::Thread;
}

void take(CallPathSums& sums, std::vector<CallPathTime>& out) {
  out.clear();
  sums.take([&](CallPathId callpath, Ticks time) { out.push_back({callpath, time}); });
}

}  // namespace

std::uint32_t SyncTimeline::add(const Syncpoint& point) {
  points_.push_back(point);
  return static_cast<std::uint32_t>(points_.size() - 1);
}

void SyncTimeline::add_partner(std::uint32_t handle, Rank rank) {
  Syncpoint& point = points_[handle];
  if (point.with != With::OneRank && point.with != With::Ranks)
    return;  // it is with that rank anyway
  if (point.with == With::OneRank) ranks_[handle].push_back(Rank{point.partner});
  point.with = With::Ranks;
  ranks_[handle].push_back(rank);
}

// Returns for each instance its rank in the order of enters. That is the order of their indices,
// except for nested ones. Cuts decide among several at the same time.
std::pmr::vector<std::uint32_t> SyncTimeline::ranks(const std::pmr::vector<Instance>& instances) {
  std::pmr::vector<std::uint32_t> rank(instances.size());
  std::iota(rank.begin(), rank.end(), 0u);
  const auto is_before = [&](std::uint32_t a, std::uint32_t b) {
    const Instance &one = instances[a], &other = instances[b];
    return one.enter != other.enter ? one.enter < other.enter : one.cut < other.cut;
  };
  if (std::is_sorted(rank.begin(), rank.end(), is_before)) return rank;
  std::pmr::vector<std::uint32_t> order(rank);
  std::stable_sort(order.begin(), order.end(), is_before);
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  return rank;
}

// Returns the handles of all points in order.
std::pmr::vector<std::uint32_t> SyncTimeline::sorted(const LocationRecords& records) const {
  struct Key {
    std::uint64_t first;  // rank of the instance, and phase
    std::uint32_t sequence;
    std::uint32_t handle;
    auto operator<=>(const Key&) const = default;
  };
  const std::pmr::vector<std::uint32_t> rank = ranks(records.instances);
  std::pmr::vector<Key> keys(points_.size());
  for (std::uint32_t handle = 0; handle < points_.size(); ++handle) {
    const Syncpoint& point = points_[handle];
    keys[handle] = {std::uint64_t{rank[point.instance]} << 1 | point.phase, point.sequence, handle};
  }
  std::sort(keys.begin(), keys.end());
  std::pmr::vector<std::uint32_t> handles(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) handles[i] = keys[i].handle;
  return handles;
}

// Adds everything up to the next mark.
void SyncTimeline::add_section(TimeReader& activities, bool is_marked) {
  for (CallPathTime activity; activities.next(activity);)
    profile_.add(activity.callpath, activity.time);
  if (is_marked) profile_.end_section();
}

void SyncTimeline::finish(LocationRecords& records, bool with_sections, bool with_times) {
  places_.reserve(points_.size());
  for (const std::uint32_t handle : sorted(records))
    places_.push_back({handle, 0, 0, 0, records.instances[points_[handle].instance].callpath});

  constexpr std::size_t kUsualStep = 5;  // bytes
  profile_.reserve(records.activities.size() + kUsualStep * points_.size());
  TimeReader activities(records.activities);
  std::uint32_t marks = 0;
  order_.resize(points_.size());
  wait_sums_.push_back(Ticks{0});
  for (std::uint32_t at = 0; at < places_.size(); ++at) {
    Place& place = places_[at];
    order_[place.handle] = at;
    const Syncpoint& point = points_[place.handle];
    const Instance& instance = records.instances[point.instance];
    if (with_times) enters_.push_back(instance.enter);
    for (; marks < instance.cut; ++marks) add_section(activities, with_sections);
    place.section = marks;
    place.begin_step = profile_.position();
    place.waits_before = static_cast<std::uint32_t>(waits_.size());
    const auto fork = may_be_fork(point) ? forks_.find(place.handle) : forks_.end();
    if (fork != forks_.end()) profile_.add(fork_callpath(place), fork->second);
    if (point.wait.count == 0 && fork == forks_.end()) continue;
    if (point.wait.count != 0) profile_.add(place.callpath, Ticks{0} - point.wait);
    waits_.push_back(at);
    wait_sums_.push_back(wait_sums_.back() + point.wait);
  }
  while (activities.position() < records.activities.size()) add_section(activities, with_sections);
  base::release(records.activities);
  waits_.shrink_to_fit();
  wait_sums_.shrink_to_fit();
}

CallPathId SyncTimeline::fork_callpath(const Place& place) const {
  if (!may_be_fork(points_[place.handle])) return place.callpath;
  const auto found = fork_callpaths_.find(place.handle);
  return found != fork_callpaths_.end() ? found->second : place.callpath;
}

Ticks SyncTimeline::gap_at(std::uint32_t order) const {
  const std::uint32_t handle = places_[order].handle;
  const auto fork = may_be_fork(points_[handle]) ? forks_.find(handle) : forks_.end();
  return fork != forks_.end() ? fork->second : Ticks{0};
}

void SyncTimeline::note(std::uint32_t at, Meetings& meetings) const {
  const std::uint32_t handle = places_[at].handle;
  const Syncpoint& point = points_[handle];
  const Rank partner[]{Rank{point.partner}};
  switch (point.with) {
    case With::Everybody:
      return meetings.with_everybody(at);
    case With::Communicator:
      return meetings.with_members(CommId{point.partner}, at);
    case With::Partial:
      return meetings.with_partial(point.partner, at);
    case With::OneRank:
      return meetings.with_ranks(partner, at);
    case With::Ranks:
      return meetings.with_ranks(ranks_.at(handle), at);
    case With::Team:
      return meetings.with_team(CommId{point.partner}, at);
    case With::Thread:
      return meetings.with_thread(model::LocationIndex{point.partner}, at);
    case With::Nobody:
      return;
  }
}

Interval SyncTimeline::interval(std::uint32_t begin, std::uint32_t end) const {
  Interval out;
  out.end_step = end == kNoIndex ? profile_.position() : places_[end].begin_step;
  out.end_wait =
      end == kNoIndex ? static_cast<std::uint32_t>(waits_.size()) : places_[end].waits_before;
  if (begin == kNoIndex) return out;
  const Syncpoint& opening = points_[places_[begin].handle];
  const bool waited = opening.wait.count != 0;
  const bool is_fork = may_be_fork(opening) && forks_.contains(places_[begin].handle);
  out.begin_step = places_[begin].begin_step;
  if (waited) out.begin_step = profile_.after(out.begin_step);
  out.first_wait = places_[begin].waits_before + (waited || is_fork);
  out.opening = fork_callpath(places_[begin]);
  out.begin_point = begin;
  out.before_sync = opening.before_sync;
  return out;
}

void SyncTimeline::profile(std::uint32_t begin, std::uint32_t end, CallPathSums& scratch,
                           std::vector<CallPathTime>& out) const {
  profile_.sum(begin == kNoIndex ? 0 : places_[begin].begin_step,
               end == kNoIndex ? profile_.position() : places_[end].begin_step, scratch);
  take(scratch, out);
}

void SyncTimeline::profile(const Interval& interval, CallPathSums& scratch,
                           std::vector<CallPathTime>& out) const {
  profile_.sum(interval.begin_step, interval.end_step, scratch);
  if (interval.opening.valid()) scratch.reduce(interval.opening, interval.before_sync);
  take(scratch, out);
}

}  // namespace tarry::analysis

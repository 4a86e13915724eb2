// SPDX-License-Identifier: BSD-3-Clause
// The synchronization points of one location in order, and what the location did and how long it
// waited between any two of them. Definitions:
// docs/definitions.md, "Synchronization points" and "Intervals and profiles".
#pragma once

#include <functional>
#include <memory_resource>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/delay/location_profile.h"
#include "analysis/delay/meetings.h"
#include "analysis/records/location_records.h"

namespace tarry::analysis {

struct Syncpoint {
  enum class With : std::uint8_t {
    Everybody,
    Communicator,
    Partial,
    OneRank,
    Ranks,
    Team,
    Thread,
    Nobody
  };

  Ticks before_sync;                  // part of the instance's time until it had synchronized
  Ticks wait;                         // the part of it that is waiting
  std::uint32_t instance = kNoIndex;  // must have a cut
  std::uint32_t sequence = 0;         // order of equal ones
  std::uint32_t partner = 0;          // CommId, meeting, Rank or LocationIndex, by `with`
  std::uint8_t phase = 0;  // order within an instance; points that others wait for come first
  With with = With::Everybody;
};

// The time strictly between a synchronization point and an earlier one.
struct Interval {
  std::uint64_t begin_step = 0, end_step = 0;  // steps of the profile
  std::uint32_t first_wait = 0, end_wait = 0;  // ordinals of the waits in it
  CallPathId opening;  // call path of the earlier point; not valid: the location's begin
  std::uint32_t begin_point = kNoIndex;  // the earlier point, by order
  Ticks before_sync;                     // value of the earlier point
};

class SyncTimeline {
 public:
  void reserve(std::size_t points) { points_.reserve(points); }
  // Adds a point, in any order; returns its handle.
  std::uint32_t add(const Syncpoint& point);
  Syncpoint& point(std::uint32_t handle) { return points_[handle]; }
  // Makes the point one with another rank as well.
  void add_partner(std::uint32_t handle, Rank rank);

  // Marks a point where the location was forked into a team, or created. The critical path before
  // it is on another location. Between fork and point, the location did nothing for `gap`, which
  // counts as time of the call path of the fork, or of its own if none is set.
  void add_fork(std::uint32_t handle, Ticks gap) { forks_.emplace(handle, gap); }
  // What came before the synchronization of a point was on another call path than its instance.
  void set_fork_callpath(std::uint32_t handle, CallPathId callpath) {
    fork_callpaths_.emplace(handle, callpath);
  }

  // Sorts the points; called after the last one. `records` loses its activities. `with_sections`:
  // activities() has the sections; `with_times`: enter() knows the times.
  void finish(LocationRecords& records, bool with_sections, bool with_times = false);

  [[nodiscard]] std::uint32_t points() const { return static_cast<std::uint32_t>(places_.size()); }
  // Returns the position of a point in order.
  [[nodiscard]] std::uint32_t order(std::uint32_t handle) const { return order_[handle]; }
  // The waits and forks in order: positions among the points, and amounts.
  [[nodiscard]] std::span<const std::uint32_t> waits() const { return waits_; }
  [[nodiscard]] Ticks wait(std::uint32_t ordinal) const {
    return wait_sums_[ordinal + 1] - wait_sums_[ordinal];
  }
  // Returns the ordinal of a point that waits.
  [[nodiscard]] std::uint32_t wait_ordinal(std::uint32_t handle) const {
    return places_[order_[handle]].waits_before;
  }
  [[nodiscard]] CallPathId callpath(std::uint32_t handle) const {
    return callpath_at(order_[handle]);
  }
  [[nodiscard]] CallPathId callpath_at(std::uint32_t order) const {
    return places_[order].callpath;
  }
  // Returns the enter of the call of a point, by order, and the wait in it.
  [[nodiscard]] Ticks enter(std::uint32_t order) const { return enters_[order]; }
  [[nodiscard]] Ticks wait_at(std::uint32_t order) const {
    return points_[places_[order].handle].wait;
  }
  // Returns for how long the location did nothing before a fork (add_fork); zero at other points.
  [[nodiscard]] Ticks gap_at(std::uint32_t order) const;
  [[nodiscard]] Ticks waits_between(std::uint32_t first, std::uint32_t end) const {
    return wait_sums_[end] - wait_sums_[first];
  }

  // Returns the section of the activities that begins with a point, by order; kNoIndex stands for
  // the location's begin. Returns kNoIndex for the location's end, which is after the last point.
  [[nodiscard]] std::uint32_t section_at(std::uint32_t order) const {
    if (order == kNoIndex) return 0;
    return order < points() ? places_[order].section : kNoIndex;
  }
  // Returns the activities of the location in sections (LocationProfile); waits are negative.
  [[nodiscard]] const workers::Bytes& activities() const { return profile_.steps(); }

  // Calls visit(question, interval) for each question, in the order of their points. The interval
  // ends with its point and begins with the latest point before it that is with its partner.
  struct Question {
    std::uint32_t handle;
    Partner partner;
  };
  template <class Visit>
  void find_intervals(std::span<const Question> questions, Meetings& meetings, Visit visit);

  // Returns the interval between two points by order; kNoIndex: from the location's begin, to its
  // end.
  [[nodiscard]] Interval interval(std::uint32_t begin, std::uint32_t end) const;

  // Returns the activities between the enters of two points by order, without the wait of the
  // first; kNoIndex: from the location's begin, to its end.
  void profile(std::uint32_t begin, std::uint32_t end, CallPathSums& scratch,
               std::vector<CallPathTime>& out) const;
  // Returns the activities in an interval.
  void profile(const Interval& interval, CallPathSums& scratch,
               std::vector<CallPathTime>& out) const;

 private:
  struct Place {
    std::uint32_t handle;
    std::uint32_t waits_before;  // ordinal of the next wait
    std::uint64_t begin_step;    // begin of its steps in the profile
    std::uint32_t section = 0;   // section of the activities that begins with it
    CallPathId callpath;
  };

  void add_section(TimeReader& activities, bool is_marked);
  [[nodiscard]] CallPathId fork_callpath(const Place& place) const;
  void note(std::uint32_t at, Meetings& meetings) const;
  static std::pmr::vector<std::uint32_t> ranks(const std::pmr::vector<Instance>& instances);
  [[nodiscard]] std::pmr::vector<std::uint32_t> sorted(const LocationRecords& records) const;
  std::pmr::vector<Syncpoint> points_;     // by handle
  std::pmr::vector<std::uint32_t> order_;  // by handle
  std::pmr::vector<Place> places_;         // in order
  std::pmr::vector<Ticks> enters_;         // in order, only with times
  std::pmr::vector<std::uint32_t> waits_;
  std::pmr::vector<Ticks> wait_sums_;                             // sums of the first n waits
  std::unordered_map<std::uint32_t, std::vector<Rank>> ranks_;    // by handle, for With::Ranks
  std::unordered_map<std::uint32_t, Ticks> forks_;                // by handle
  std::unordered_map<std::uint32_t, CallPathId> fork_callpaths_;  // by handle
  LocationProfile profile_;
};

template <class Visit>
void SyncTimeline::find_intervals(std::span<const Question> questions, Meetings& meetings,
                                  Visit visit) {
  // By position: the first question at or after it.
  std::pmr::vector<std::uint32_t> first(places_.size() + 1);
  for (const Question& question : questions) ++first[order_[question.handle] + 1];
  for (std::size_t at = 1; at < first.size(); ++at) first[at] += first[at - 1];
  std::pmr::vector<std::uint32_t> in_order(questions.size()), next(first);
  for (std::uint32_t q = 0; q < questions.size(); ++q)
    in_order[next[order_[questions[q].handle]]++] = q;

  meetings.clear();
  for (std::uint32_t at = 0; at < places_.size(); ++at) {
    for (std::uint32_t i = first[at]; i < first[at + 1]; ++i) {
      const std::uint32_t begin = meetings.latest(questions[in_order[i]].partner);
      visit(in_order[i], interval(begin, at));
    }
    note(at, meetings);
  }
}

}  // namespace tarry::analysis

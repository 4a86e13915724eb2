// SPDX-License-Identifier: BSD-3-Clause
// Explicit tasks of a process that are suspended on one thread and resumed on another (untied
// ones): what each brings along. Locations are read one after the other, so it takes three readings
// of a process that has such tasks: the first finds tasks that some location left unfinished, the
// second what each location did in them, the third knows with what every visit begins. Others are
// read once. Definition: docs/patterns/openmp.md.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "analysis/records/location_records.h"

namespace tarry::analysis {

class TaskJourneys {
 public:
  enum class Reading : std::uint8_t { Finds, Follows, Knows };

  // A time in which a location executes a task.
  struct Visit {
    Sibling location = 0;
    Ticks begin;
    std::vector<model::RegionId> left;     // that were entered on visits before
    std::vector<model::RegionId> entered;  // and are open at the end, outermost first
    std::vector<AwaitedTask> created;      // children that have not ended here, not waited for
    bool waited = false;                   // for those of the visits before
    bool completed = false;
  };

  // What a visit begins and ends with.
  struct Arrival {
    bool is_from_elsewhere = false;
    bool goes_elsewhere = false;
    std::vector<model::RegionId> open;  // of one from elsewhere: regions, outermost first
    std::vector<AwaitedTask> children;  // likewise: not waited for yet
  };

  [[nodiscard]] Reading reading() const { return reading_; }

  // First reading.
  void left_unfinished(const model::TaskId& task) { suspects_.insert(task); }
  [[nodiscard]] bool has_suspects() const { return !suspects_.empty(); }

  // Second reading.
  void follow() { reading_ = Reading::Follows; }
  [[nodiscard]] bool is_suspect(const model::TaskId& task) const {
    return suspects_.contains(task);
  }
  void add(const model::TaskId& task, Visit visit) { visits_[task].push_back(std::move(visit)); }

  // Before the third reading. False if no task has been on two locations.
  bool conclude();
  // Of the n-th visit of a location to a task; nullptr: the task does not travel.
  [[nodiscard]] const Arrival* arrival(Sibling location, const model::TaskId& task,
                                       std::uint32_t n) const;

 private:
  void conclude(const model::TaskId& task, std::vector<Visit>& visits);

  Reading reading_ = Reading::Finds;
  std::set<model::TaskId> suspects_;
  std::map<model::TaskId, std::vector<Visit>> visits_;
  std::map<std::pair<model::TaskId, Sibling>, std::vector<Arrival>> arrivals_;
};

}  // namespace tarry::analysis

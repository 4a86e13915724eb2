// SPDX-License-Identifier: BSD-3-Clause
// Explicit tasks of a process that are suspended on one thread and resumed on another (untied
// tasks), and what they take along. Locations are read one after the other, so that a process with
// such tasks takes three readings: the first finds the tasks that some location left unfinished,
// the second what each location did in them, and the third knows the begin of every visit. Other
// processes are read once. Definition: docs/patterns/openmp.md.
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
    std::vector<model::RegionId> left;     // regions that were entered on visits before
    std::vector<model::RegionId> entered;  // regions that are open at the end, outermost first
    std::vector<AwaitedTask> created;      // children that have not ended here, not waited for
    bool waited = false;                   // for the children of the visits before
    bool completed = false;
  };

  // The begin and the end of a visit.
  struct Arrival {
    bool is_from_elsewhere = false;
    bool goes_elsewhere = false;
    // The task brings these along from elsewhere.
    std::vector<model::RegionId> open;  // outermost first
    std::vector<AwaitedTask> children;  // not waited for yet
  };

  [[nodiscard]] Reading reading() const { return reading_; }

  // During the first reading.
  void left_unfinished(const model::TaskId& task) { suspects_.insert(task); }
  [[nodiscard]] bool has_suspects() const { return !suspects_.empty(); }

  // During the second reading.
  void follow() { reading_ = Reading::Follows; }
  [[nodiscard]] bool is_suspect(const model::TaskId& task) const {
    return suspects_.contains(task);
  }
  void add(const model::TaskId& task, Visit visit) { visits_[task].push_back(std::move(visit)); }

  // Begins the third reading. Returns false if no task has been on two locations.
  bool conclude();
  // Returns that of the n-th visit of a location to a task; nullptr if the task does not travel.
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

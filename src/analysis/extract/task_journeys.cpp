// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/task_journeys.h"

#include <algorithm>
#include <tuple>

namespace tarry::analysis {

bool TaskJourneys::conclude() {
  reading_ = Reading::Knows;
  for (auto& [task, visits] : visits_) {
    const Sibling first = visits.front().location;
    const auto is_here = [&](const Visit& visit) { return visit.location == first; };
    if (!std::all_of(visits.begin(), visits.end(), is_here)) conclude(task, visits);
  }
  visits_.clear();
  return !arrivals_.empty();
}

void TaskJourneys::conclude(const model::TaskId& task, std::vector<Visit>& visits) {
  std::stable_sort(visits.begin(), visits.end(), [](const Visit& a, const Visit& b) {
    return std::tuple(a.begin, a.location) < std::tuple(b.begin, b.location);
  });
  std::vector<model::RegionId> open;
  std::vector<AwaitedTask> children;
  Arrival* before = nullptr;
  const Visit* last = nullptr;  // nullptr: the task, or another of its number, begins
  for (const Visit& visit : visits) {
    std::vector<Arrival>& here = arrivals_[{task, visit.location}];
    Arrival& arrival = here.emplace_back();
    if (last != nullptr && last->location != visit.location) {
      arrival.is_from_elsewhere = true;
      arrival.open = open;
      arrival.children = children;
      // The arrivals of another location: they did not move.
      before->goes_elsewhere = true;
    }
    for (const model::RegionId region : visit.left)
      if (const auto at = std::find(open.rbegin(), open.rend(), region); at != open.rend())
        open.erase(at.base() - 1, open.end());
    open.insert(open.end(), visit.entered.begin(), visit.entered.end());
    if (visit.waited) children.clear();
    children.insert(children.end(), visit.created.begin(), visit.created.end());
    before = &arrival;
    last = &visit;
    if (!visit.completed) continue;
    open.clear();
    children.clear();
    last = nullptr;
  }
}

const TaskJourneys::Arrival* TaskJourneys::arrival(Sibling location, const model::TaskId& task,
                                                   std::uint32_t n) const {
  const auto found = arrivals_.find({task, location});
  return found != arrivals_.end() && n < found->second.size() ? &found->second[n] : nullptr;
}

}  // namespace tarry::analysis

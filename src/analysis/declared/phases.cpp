// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/phases.h"

#include <algorithm>

namespace tarry::analysis::declared {

Phases::Phases(const std::vector<model::Region>& regions, const std::vector<PhaseWish>& wishes,
               const CounterReadings* readings)
    : readings_(readings), of_region_(regions.size(), kNone) {
  for (const PhaseWish& wish : wishes) {
    wants_before_.push_back(wish.is_before);
    const auto known = std::find_if(visits_.begin(), visits_.end(), [&](const Visits& visits) {
      return visits.region == wish.region;
    });
    of_wish_.push_back(static_cast<std::uint32_t>(known - visits_.begin()));
    if (known != visits_.end()) continue;
    for (std::size_t r = 0; r < regions.size(); ++r)
      if (regions[r].name == wish.region) of_region_[r] = of_wish_.back();
    visits_.push_back({wish.region, {}, {}, kNone});
  }
}

void Phases::enter(Ticks time, model::RegionId region) {
  if (region.index() >= of_region_.size() || of_region_[region.index()] == kNone) return;
  Visits& visits = visits_[of_region_[region.index()]];
  Visit entered;
  entered.phase = {time, time, static_cast<std::uint32_t>(visits.all.size()) + 1, {}};
  entered.at_enter = counted(time);
  entered.around = visits.open;
  visits.open = static_cast<std::uint32_t>(visits.all.size());
  visits.all.push_back(entered);
}

void Phases::leave(Ticks time, model::RegionId region) {
  if (region.index() >= of_region_.size() || of_region_[region.index()] == kNone) return;
  Visits& visits = visits_[of_region_[region.index()]];
  if (visits.open == kNone) return;  // a leave without an enter
  Visit& left = visits.all[visits.open];
  left.phase.leave = time;
  left.phase.counters = growth(left.at_enter, counted(time));
  left.is_closed = true;
  visits.by_leave.push_back(visits.open);
  visits.open = left.around;
}

PhaseFact Phases::find(std::size_t wish, Ticks enter, Ticks leave) const {
  const Visits& visits = visits_[of_wish_[wish]];
  if (wants_before_[wish]) {
    const auto after = std::upper_bound(
        visits.by_leave.begin(), visits.by_leave.end(), enter,
        [&](Ticks time, std::uint32_t visit) { return time < visits.all[visit].phase.leave; });
    return after == visits.by_leave.begin() ? PhaseFact{} : visits.all[*std::prev(after)].phase;
  }
  const auto later =
      std::upper_bound(visits.all.begin(), visits.all.end(), enter,
                       [](Ticks time, const Visit& visit) { return time < visit.phase.enter; });
  auto at = static_cast<std::uint32_t>(later - visits.all.begin());
  // A visit around the call is still open where the last one before it begins.
  for (at = at == 0 ? kNone : at - 1; at != kNone; at = visits.all[at].around)
    if (visits.all[at].is_closed && visits.all[at].phase.leave >= leave)
      return visits.all[at].phase;
  return {};
}

}  // namespace tarry::analysis::declared

// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/inner_wait.h"

#include <algorithm>

namespace tarry::analysis {

void Arrivals::of(const CollectiveInstance& instance, bool is_nonblocking) {
  all_.clear();
  for (std::size_t k = 0; k < instance.members.size(); ++k) {
    const CollectiveMember& member = instance.members[k];
    all_.push_back({member.begin, k, false});
    if (is_nonblocking && member.waiting_from < member.end)
      all_.push_back({member.waiting_from, k, true});
  }
  std::stable_sort(all_.begin(), all_.end(),
                   [](const Arrival& a, const Arrival& b) { return a.time < b.time; });
}

std::optional<Arrival> Arrivals::last_for(const CollectiveInstance& instance,
                                          std::size_t member) const {
  const CollectiveMember& waits = instance.members[member];
  auto at = std::lower_bound(
      all_.begin(), all_.end(), waits.end,
      [](const Arrival& arrival, model::Ticks time) { return arrival.time < time; });
  while (at != all_.begin()) {
    --at;
    if (at->time <= waits.waiting_from + waits.wait) break;
    if (at->member != member) return *at;
  }
  return std::nullopt;
}

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/waiting_cycle.h"

#include <algorithm>
#include <map>
#include <set>

namespace tarry::simulate {

std::vector<std::uint32_t> waiting_cycle(const std::vector<Stuck>& stuck) {
  std::map<std::uint32_t, std::uint32_t> next;
  for (const Stuck& each : stuck)
    if (!each.partners.empty()) next[each.rank] = each.partners.front();
  std::set<std::uint32_t> seen;
  for (const Stuck& begin : stuck) {
    std::vector<std::uint32_t> way;
    auto at = next.find(begin.rank);
    while (at != next.end() && seen.insert(at->first).second) {
      way.push_back(at->first);
      at = next.find(at->second);
    }
    if (at == next.end()) continue;
    const auto first = std::find(way.begin(), way.end(), at->first);
    if (first == way.end()) continue;
    std::vector<std::uint32_t> cycle(first, way.end());
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    return cycle;
  }
  return {};
}

}  // namespace tarry::simulate

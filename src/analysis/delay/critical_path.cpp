// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/critical_path.h"

#include <algorithm>

namespace tarry::analysis {

std::vector<PathSegment> critical_path(const std::pmr::vector<WaitNode>& waits,
                                       const std::pmr::vector<DelayPair>& pairs,
                                       std::size_t locations, const PathSegment& last) {
  std::vector<std::size_t> first(locations + 1);  // first wait of each location
  for (const WaitNode& wait : waits) ++first[wait.location.index() + 1];
  for (std::size_t l = 0; l < locations; ++l) first[l + 1] += first[l];
  constexpr std::uint32_t kNone = PathSegment::kOpen;
  std::pmr::vector<std::uint32_t> cause(waits.size(), kNone);  // by wait: its pair
  for (std::size_t p = 0; p < pairs.size(); ++p)
    if (pairs[p].order != DelayPair::kNowhere && pairs[p].wait != DelayPair::kNowhere)
      cause[first[pairs[p].victim.index()] + pairs[p].wait] = static_cast<std::uint32_t>(p);

  std::vector<PathSegment> path;
  // Every wait is passed once. In damaged traces causes may come after their waits.
  for (PathSegment segment = last; path.size() <= waits.size();) {
    const std::size_t begin = first[segment.location.index()];
    const auto is_before = [&](const WaitNode& wait, std::uint32_t order) {
      return wait.order < order;
    };
    auto it = std::lower_bound(
        waits.begin() + static_cast<std::ptrdiff_t>(begin),
        waits.begin() + static_cast<std::ptrdiff_t>(first[segment.location.index() + 1]),
        segment.end, is_before);
    auto wait = static_cast<std::size_t>(it - waits.begin());
    while (wait > begin && cause[wait - 1] == kNone) --wait;
    if (wait == begin) {
      path.push_back(segment);
      return path;
    }
    segment.begin = waits[wait - 1].order;
    path.push_back(segment);
    const DelayPair& pair = pairs[cause[wait - 1]];
    segment = {pair.cause, PathSegment::kOpen, pair.order};
  }
  return path;
}

}  // namespace tarry::analysis

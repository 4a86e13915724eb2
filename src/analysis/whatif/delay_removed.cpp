// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/delay_removed.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tarry::analysis {
namespace {

// Returns the time of one call path, by section.
std::pmr::vector<std::int64_t> times_of(CallPathId callpath,
                                        std::span<const std::byte> activities) {
  std::pmr::vector<std::int64_t> times(1);
  TimeReader reader(activities);
  while (reader.position() < activities.size()) {
    for (CallPathTime each; reader.next(each);)
      if (each.callpath == callpath && each.time.count > 0) times.back() += each.time.count;
    times.push_back(0);
  }
  return times;
}

// A delay as the part of the call path's time in its sections.
struct PartRemoved {
  std::uint32_t begin, end;
  double part;
};

// Sections whose part is still unknown; the search skips known ones in one step.
class OpenSections {
 public:
  explicit OpenSections(std::size_t count) : next_(count + 1) {
    std::iota(next_.begin(), next_.end(), 0u);
  }
  // Returns the first open section from `at` on.
  std::uint32_t first(std::uint32_t at) {
    std::uint32_t open = at;
    while (next_[open] != open) open = next_[open];
    while (next_[at] != open) at = std::exchange(next_[at], open);
    return open;
  }
  void close(std::uint32_t at) { next_[at] = at + 1; }

 private:
  std::pmr::vector<std::uint32_t> next_;
};

}  // namespace

DelayRemoved::DelayRemoved(CallPathId callpath, const std::pmr::vector<Delay>& delays,
                           std::span<const std::byte> activities)
    : callpath_(callpath) {
  if (delays.empty()) return;
  const std::pmr::vector<std::int64_t> times = times_of(callpath, activities);
  std::pmr::vector<std::int64_t> before(times.size() + 1);
  std::partial_sum(times.begin(), times.end(), before.begin() + 1);
  const auto sections = static_cast<std::uint32_t>(times.size());
  std::pmr::vector<PartRemoved> removed;
  removed.reserve(delays.size());
  for (const Delay& delay : delays) {
    const std::uint32_t end = std::min(delay.end, sections);
    const std::uint32_t begin = std::min(delay.begin, end);
    const auto time = static_cast<double>(before[end] - before[begin]);
    if (time > 0.0) removed.push_back({begin, end, std::min(1.0, delay.amount / time)});
  }
  std::stable_sort(removed.begin(), removed.end(),
                   [](const PartRemoved& a, const PartRemoved& b) { return a.part > b.part; });
  parts_.resize(times.size());
  OpenSections open(times.size());
  for (const PartRemoved& it : removed)
    for (std::uint32_t s = open.first(it.begin); s < it.end; s = open.first(s)) {
      parts_[s] = it.part;
      total_ += it.part * static_cast<double>(times[s]);
      open.close(s);
    }
}

}  // namespace tarry::analysis

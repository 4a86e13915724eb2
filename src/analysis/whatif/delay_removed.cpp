// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/delay_removed.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tarry::analysis {
namespace {

// Time of one call path, by section.
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

// Sections of which nothing is known yet; those that are known are skipped at once.
class OpenSections {
 public:
  explicit OpenSections(std::size_t count) : next_(count + 1) {
    std::iota(next_.begin(), next_.end(), 0u);
  }
  // The first at or after one.
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

DelayRemoved::DelayRemoved(CallPathId callpath, std::pmr::vector<Delay> delays,
                           std::span<const std::byte> activities)
    : callpath_(callpath) {
  if (delays.empty()) return;
  const std::pmr::vector<std::int64_t> times = times_of(callpath, activities);
  std::pmr::vector<std::int64_t> before(times.size() + 1);
  std::partial_sum(times.begin(), times.end(), before.begin() + 1);
  const auto sections = static_cast<std::uint32_t>(times.size());
  for (Delay& delay : delays) {
    delay.end = std::min(delay.end, sections);
    delay.begin = std::min(delay.begin, delay.end);
    const auto time = static_cast<double>(before[delay.end] - before[delay.begin]);
    delay.amount = time > 0.0 ? std::min(1.0, delay.amount / time) : 0.0;  // a part from here on
  }
  std::stable_sort(delays.begin(), delays.end(),
                   [](const Delay& a, const Delay& b) { return a.amount > b.amount; });
  parts_.resize(times.size());
  OpenSections open(times.size());
  for (const Delay& delay : delays)
    for (std::uint32_t s = open.first(delay.begin); s < delay.end; s = open.first(s)) {
      parts_[s] = delay.amount;
      total_ += delay.amount * static_cast<double>(times[s]);
      open.close(s);
    }
}

}  // namespace tarry::analysis

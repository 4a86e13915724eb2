// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/bin_sums.h"

#include <algorithm>

namespace tarry::timeline {
namespace {

// So many times are kept before they are united, and then at least as many as there are sums.
constexpr std::size_t kMostAdded = 1 << 20;

// Adds up times of equal states from `begin` on, which are in no order. States without time go.
void add_up(std::vector<StateTime>& times, std::size_t begin) {
  const auto first = times.begin() + static_cast<std::ptrdiff_t>(begin);
  std::sort(first, times.end(),
            [](const StateTime& a, const StateTime& b) { return a.state < b.state; });
  auto to = first;
  for (auto from = first; from != times.end();) {
    StateTime sum = *from++;
    while (from != times.end() && from->state == sum.state) sum.ticks += (from++)->ticks;
    if (sum.ticks != 0) *to++ = sum;
  }
  times.erase(to, times.end());
}

}  // namespace

void BinSums::add(std::uint16_t state, std::int64_t begin, std::int64_t end, bool is_taken_back) {
  begin = std::max<std::int64_t>(begin, 0);
  end = std::min(end, static_cast<std::int64_t>(ends_.size()) << shift_);
  while (begin < end) {
    const std::int64_t bin = begin >> shift_;
    const std::int64_t until = std::min(end, (bin + 1) << shift_);
    const std::int64_t ticks = is_taken_back ? begin - until : until - begin;
    if (!added_.empty() && added_.back().bin == bin && added_.back().state == state)
      added_.back().ticks += ticks;
    else
      added_.push_back({static_cast<std::uint32_t>(bin), state, ticks});
    begin = until;
  }
  if (added_.size() > std::max(kMostAdded, times_.size())) unite();
}

void BinSums::unite() {
  std::vector<std::size_t> places(ends_.size() + 1, 0);  // of what was added, by bin
  for (const Added& each : added_) ++places[each.bin + 1];
  for (std::size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
  std::vector<StateTime> sorted(added_.size());
  std::vector<std::size_t> next(places.begin(), places.end());
  for (const Added& each : added_) sorted[next[each.bin]++] = {each.state, each.ticks};
  std::vector<StateTime> united;
  united.reserve(times_.size() + added_.size() / 2);
  std::size_t begin = 0;
  for (std::size_t bin = 0; bin < ends_.size(); ++bin) {
    const std::size_t united_begin = united.size();
    for (std::size_t i = begin; i < ends_[bin]; ++i) united.push_back(times_[i]);
    for (std::size_t i = places[bin]; i < places[bin + 1]; ++i) united.push_back(sorted[i]);
    if (places[bin] < places[bin + 1]) add_up(united, united_begin);
    begin = ends_[bin];
    ends_[bin] = united.size();
  }
  times_ = std::move(united);
  added_.clear();
}

BinSums BinSums::halved() const {
  BinSums sums((bins() + 1) / 2, shift_ + 1);
  for (std::size_t bin = 0; bin < sums.bins(); ++bin) {
    const std::size_t begin = sums.times_.size();
    for (std::size_t i = 2 * bin; i < std::min(bins(), 2 * bin + 2); ++i)
      for (const StateTime& each : times(i)) sums.times_.push_back(each);
    add_up(sums.times_, begin);
    sums.ends_[bin] = sums.times_.size();
  }
  return sums;
}

}  // namespace tarry::timeline

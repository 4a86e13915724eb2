// SPDX-License-Identifier: BSD-3-Clause
#include "clocks/time_map.h"

#include <algorithm>

namespace tarry::clocks {
namespace {

std::int64_t floor_of_quotient(std::int64_t rise, std::int64_t time, std::int64_t run) {
  __extension__ using Wide = __int128;
  std::int64_t product = 0;
  if (!__builtin_mul_overflow(rise, time, &product)) [[likely]] {
    const std::int64_t quotient = product / run;
    return quotient - (product % run < 0 ? 1 : 0);
  }
  const Wide wide = Wide{rise} * time;
  return static_cast<std::int64_t>(wide / run - (wide % run < 0 ? 1 : 0));
}

}  // namespace

std::int64_t TimeMap::Segment::shift_at(Ticks time) const {
  if (rise == 0) return shift;
  return shift + floor_of_quotient(rise, time.count - anchor.count, run);
}

std::int64_t TimeMap::shift_at(Ticks time) const {
  const auto behind = std::upper_bound(segments_.begin(), segments_.end(), time,
                                       [](Ticks t, const Segment& s) { return t < s.from; });
  return behind == segments_.begin() ? 0 : (behind - 1)->shift_at(time);
}

std::int64_t TimeMap::largest_shift() const {
  std::int64_t largest = 0;
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    largest = std::max(largest, segments_[i].shift_at(segments_[i].from));
    if (i + 1 < segments_.size())
      largest = std::max(largest, segments_[i].shift_at({segments_[i + 1].from.count - 1}));
  }
  return largest;
}

Ticks TimeMap::earliest_of(Ticks corrected) const {
  // Shifts are not negative, so the time lies at most the largest shift before its corrected one.
  Ticks low{corrected.count - largest_shift()};
  Ticks high = corrected;
  while (low < high) {
    const Ticks middle{low.count + (high.count - low.count) / 2};
    if (apply(middle) < corrected)
      low = {middle.count + 1};
    else
      high = middle;
  }
  return low;
}

Ticks TimeMapCursor::apply(Ticks time) {
  const std::vector<TimeMap::Segment>& segments = *segments_;
  while (next_ < segments.size() && segments[next_].from <= time) ++next_;
  while (next_ > 0 && time < segments[next_ - 1].from) --next_;
  return next_ == 0 ? time : Ticks{time.count + segments[next_ - 1].shift_at(time)};
}

}  // namespace tarry::clocks

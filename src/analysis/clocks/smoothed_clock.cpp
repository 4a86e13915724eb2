// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/clocks/smoothed_clock.h"

#include <algorithm>
#include <vector>

namespace tarry::analysis {
namespace {

using clocks::TimeMap;
using Point = ForwardClock::Point;
using Segment = TimeMap::Segment;

struct Corner {
  Point point;
  bool is_limit = false;
};

// The time before `point`, going faster.
Segment before(const Point& point) {
  return {{}, point.time, point.shift, 1, ForwardClock::kForgetsIn};
}

// Returns the points of the clock and the limits by time. They are walked backwards: at one time
// the clock comes first, then the smallest limit, which holds for all before it.
std::vector<Corner> corners_of(const ForwardClock& clock, std::span<const Point> limits) {
  std::vector<Corner> corners;
  for (const Point& point : clock.points()) corners.push_back({point, false});
  for (const Point& limit : limits) corners.push_back({limit, true});
  std::sort(corners.begin(), corners.end(), [](const Corner& a, const Corner& b) {
    if (a.point.time != b.point.time) return a.point.time < b.point.time;
    if (a.is_limit != b.is_limit) return a.is_limit;
    return a.point.shift > b.point.shift;
  });
  return corners;
}

// Returns the shifts that lead up to points of the clock: pieces that ascend, with gaps of 0.
std::vector<Segment> ascents(const ForwardClock& clock, std::span<const Point> limits) {
  const std::vector<Corner> corners = corners_of(clock, limits);
  std::vector<Segment> ascents;  // from the last to the first
  Point target;                  // that the shift leads up to, if `leads`
  bool leads = false;
  const auto begin_at_zero = [&] {
    Segment segment = before(target);
    segment.from = {target.time.count - ForwardClock::ticks_to_forget(target.shift - 1)};
    ascents.push_back(segment);
    leads = false;
  };
  for (auto corner = corners.rbegin(); corner != corners.rend(); ++corner) {
    const Point& point = corner->point;
    if (leads && before(target).shift_at(point.time) <= 0) begin_at_zero();
    if (!leads) {
      if (!corner->is_limit) {
        target = point;
        leads = true;
        ascents.push_back({point.time, point.time, 0, 0, 1});  // the clock itself goes on
      }
      continue;
    }
    const std::int64_t shift = before(target).shift_at(point.time);
    if (corner->is_limit ? point.shift >= shift : point.shift < shift) continue;
    if (point.time < target.time) {
      Segment segment = before(target);
      if (corner->is_limit)
        segment = {{},
                   point.time,
                   point.shift,
                   target.shift - point.shift,
                   target.time.count - point.time.count};
      segment.from = point.time;
      ascents.push_back(segment);
    }
    target = point;
    leads = point.shift > 0;
  }
  if (leads) begin_at_zero();
  std::reverse(ascents.begin(), ascents.end());
  return ascents;
}

// Returns the first time in [from, to) at which `rising` is above `falling`; `to` if there is none.
Ticks crossing(const Segment& falling, const Segment& rising, Ticks from, Ticks to) {
  while (from < to) {
    const Ticks middle{from.count + (to.count - from.count) / 2};
    if (rising.shift_at(middle) > falling.shift_at(middle))
      to = middle;
    else
      from = {middle.count + 1};
  }
  return from;
}

}  // namespace

TimeMap smoothed(const ForwardClock& clock, std::span<const Point> limits) {
  const TimeMap forward = clock.map();
  const std::vector<Segment> rising = ascents(clock, limits);
  std::vector<Ticks> borders;
  for (const Segment& segment : forward.segments()) borders.push_back(segment.from);
  for (const Segment& segment : rising) borders.push_back(segment.from);
  std::sort(borders.begin(), borders.end());
  borders.erase(std::unique(borders.begin(), borders.end()), borders.end());

  std::vector<Segment> result;
  const auto add = [&](Segment segment, Ticks from) {
    segment.from = from;
    if (!result.empty() && result.back().anchor == segment.anchor &&
        result.back().shift == segment.shift && result.back().rise == segment.rise &&
        result.back().run == segment.run)
      return;
    result.push_back(segment);
  };
  std::size_t f = 0, r = 0;
  Segment falls, rises;
  for (std::size_t i = 0; i < borders.size(); ++i) {
    const Ticks from = borders[i];
    while (f < forward.segments().size() && forward.segments()[f].from <= from)
      falls = forward.segments()[f++];
    while (r < rising.size() && rising[r].from <= from) rises = rising[r++];
    const Ticks to = i + 1 < borders.size() ? borders[i + 1] : Ticks{from.count + 1};
    const Ticks change = crossing(falls, rises, from, to);
    if (change > from) add(falls, from);
    if (change < to) add(rises, change);
  }
  return TimeMap(std::move(result));
}

}  // namespace tarry::analysis

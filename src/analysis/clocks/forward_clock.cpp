// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/clocks/forward_clock.h"

#include <algorithm>

namespace tarry::analysis {
namespace {

using clocks::TimeMap;

TimeMap::Segment after(const ForwardClock::Point& point) {
  return {point.time, point.time, point.shift, -1, ForwardClock::kForgetsIn};
}

}  // namespace

bool ForwardClock::raise(std::span<const Point> points) {
  std::vector<Point> all = points_;
  all.insert(all.end(), points.begin(), points.end());
  std::sort(all.begin(), all.end(), [](const Point& a, const Point& b) {
    return a.time != b.time ? a.time < b.time : a.shift > b.shift;
  });
  std::vector<Point> needed;
  for (const Point& point : all) {
    const std::int64_t known = needed.empty() ? 0 : after(needed.back()).shift_at(point.time);
    if (point.shift > std::max<std::int64_t>(known, 0)) needed.push_back(point);
  }
  if (needed == points_) return false;
  points_ = std::move(needed);
  return true;
}

TimeMap ForwardClock::map() const {
  std::vector<TimeMap::Segment> segments;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    segments.push_back(after(points_[i]));
    const Ticks forgotten{points_[i].time.count + ticks_to_forget(points_[i].shift)};
    if (i + 1 == points_.size() || forgotten < points_[i + 1].time)
      segments.push_back({forgotten, forgotten, 0, 0, 1});
  }
  return TimeMap(std::move(segments));
}

}  // namespace tarry::analysis

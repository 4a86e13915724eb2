// SPDX-License-Identifier: BSD-3-Clause
// The clock of one process, set forward where an event would come before one that it follows. After
// that it goes back to the recorded time at 1/1000 of the speed of time, so that errors that are
// gone are forgotten, and no interval becomes shorter by more than that.
// Source: the controlled logical clock, docs/decisions/087-clock-correction.md.
#pragma once

#include <span>
#include <vector>

#include "clocks/time_map.h"

namespace tarry::analysis {

using base::Ticks;

class ForwardClock {
 public:
  static constexpr std::int64_t kForgetsIn = 1000;  // ticks until a shift is one tick smaller

  // Returns the ticks after which a shift is forgotten, at most so many that times do not overflow.
  static constexpr std::int64_t ticks_to_forget(std::int64_t shift) {
    constexpr std::int64_t kMost = INT64_MAX / 4;
    return shift < kMost / kForgetsIn ? kForgetsIn * shift : kMost;
  }

  // An event may not be earlier than this shift makes it.
  struct Point {
    Ticks time;
    std::int64_t shift = 0;

    friend bool operator==(const Point&, const Point&) = default;
  };

  // Adds points, in any order. Returns whether the clock has changed.
  bool raise(std::span<const Point> points);

  // Returns the points that imply all others, ascending by time.
  [[nodiscard]] const std::vector<Point>& points() const { return points_; }

  [[nodiscard]] clocks::TimeMap map() const;

 private:
  std::vector<Point> points_;
};

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// A map from the times of one clock to corrected times: later by a shift that is linear in pieces.
// All arithmetic is exact in whole ticks, so that whoever applies a map gets the same time.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ticks.h"

namespace tarry::clocks {

using base::Ticks;

class TimeMap {
 public:
  // The shift at `t` is shift + floor(rise * (t - anchor) / run), from `from` until the next
  // segment begins. The anchor may lie outside of the segment.
  struct Segment {
    Ticks from;
    Ticks anchor;
    std::int64_t shift = 0;
    std::int64_t rise = 0;
    std::int64_t run = 1;  // > 0

    [[nodiscard]] std::int64_t shift_at(Ticks time) const;

    friend bool operator==(const Segment&, const Segment&) = default;
  };

  TimeMap() = default;
  // `segments` ascend. Before the first one, times stay as they are.
  explicit TimeMap(std::vector<Segment> segments) : segments_(std::move(segments)) {}

  // `segment` begins behind all others.
  void append(const Segment& segment) { segments_.push_back(segment); }

  [[nodiscard]] bool is_identity() const { return segments_.empty(); }
  [[nodiscard]] const std::vector<Segment>& segments() const { return segments_; }

  // Thread: any.
  [[nodiscard]] std::int64_t shift_at(Ticks time) const;
  [[nodiscard]] Ticks apply(Ticks time) const { return {time.count + shift_at(time)}; }

  // Returns the largest shift; 0 if the map changes nothing.
  [[nodiscard]] std::int64_t largest_shift() const;

  // Returns the earliest time that is mapped to `corrected` or later. It assumes that corrected
  // times never decrease.
  [[nodiscard]] Ticks earliest_of(Ticks corrected) const;

  friend bool operator==(const TimeMap&, const TimeMap&) = default;

 private:
  std::vector<Segment> segments_;
};

// Applies a map to times that mostly ascend.
class TimeMapCursor {
 public:
  // The map must outlive the cursor.
  explicit TimeMapCursor(const TimeMap& map) : segments_(&map.segments()) {}

  [[nodiscard]] Ticks apply(Ticks time);

 private:
  const std::vector<TimeMap::Segment>* segments_;
  std::size_t next_ = 0;  // the first segment that begins behind the last time
};

}  // namespace tarry::clocks

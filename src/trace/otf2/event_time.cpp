// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/event_time.h"

#include <algorithm>

namespace tarry::trace::otf2 {

using base::Ticks;

// A time stamp far outside of what the definitions state is a flipped bit. The tolerance, a second
// plus the duration of the run, leaves room for clocks that differ.
EventTime::EventTime(const model::Clock& trace_clock, ClockCorrection& correction)
    : correction_(correction) {
  const model::Clock& clock = trace_clock;
  tolerated_step_back_ =
      static_cast<std::int64_t>(std::min<std::uint64_t>(clock.ticks_per_second, kFarthest) / 1000);
  constexpr std::uint64_t kLongest = kFarthest / 4;
  if (clock.length == 0 || clock.begin > kFarthest || clock.length > kLongest ||
      clock.ticks_per_second > kLongest)
    return;
  const auto begin = static_cast<std::int64_t>(clock.begin);
  const auto length = static_cast<std::int64_t>(clock.length);
  const std::int64_t tolerance = static_cast<std::int64_t>(clock.ticks_per_second) + length;
  earliest_ = begin - tolerance;
  latest_ = std::min(begin + length + tolerance, kFarthest);
}

Ticks EventTime::later(std::uint64_t local) const {
  const Ticks time{static_cast<std::int64_t>(correction_.correct(local))};
  return std::clamp(time, now_, std::max(now_, Ticks{latest_}));
}

void EventTime::report(model::Anomalies& anomalies) const {
  anomalies.add("time stamps outside of the run (time of the event before used)", impossible_);
  anomalies.add("time stamps earlier than the one before (time of the event before used)",
                steps_back_);
}

}  // namespace tarry::trace::otf2

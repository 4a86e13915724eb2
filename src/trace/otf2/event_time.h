// SPDX-License-Identifier: BSD-3-Clause
// The time of the events of one location; it decides which time stamps of a file are accepted. One
// clock correction is made per time stamp; events with equal time share one.
#pragma once

#include <cstdint>

#include "base/ticks.h"
#include "model/anomalies.h"
#include "model/definitions.h"
#include "trace/otf2/location_definitions.h"

namespace tarry::trace::otf2 {

class EventTime {
 public:
  EventTime(const model::Clock& trace_clock, ClockCorrection& correction);

  // Returns the time of the next events; it never decreases.
  [[nodiscard]] base::Ticks now() const { return now_; }

  // The time goes on from that of an event before.
  void resume(base::Ticks now) {
    now_ = now;
    started_ = true;
  }

  // Takes a time stamp of the file. Returns false if time goes back so far that the rest of the
  // file cannot be trusted.
  bool take(std::uint64_t local) {
    const base::Ticks time{static_cast<std::int64_t>(correction_.correct(local))};
    if (time.count < earliest_ || time.count > latest_) [[unlikely]] {
      ++impossible_;
      return true;
    }
    if (time < now_ && started_) [[unlikely]] {
      ++steps_back_;
      return (now_ - time).count <= tolerated_step_back_;
    }
    now_ = time;
    started_ = true;
    return true;
  }

  // Converts a later time that an event names; the result is between now() and the end of the run.
  [[nodiscard]] base::Ticks later(std::uint64_t local) const;

  void report(model::Anomalies& anomalies) const;

 private:
  // No clock gets this far (73 years of nanoseconds), and differences stay within 64 bits.
  static constexpr std::int64_t kFarthest = std::int64_t{1} << 61;

  ClockCorrection& correction_;
  base::Ticks now_{};
  bool started_ = false;
  std::int64_t earliest_ = -kFarthest;
  std::int64_t latest_ = kFarthest;
  std::int64_t tolerated_step_back_ = 0;
  std::uint64_t impossible_ = 0;
  std::uint64_t steps_back_ = 0;
};

}  // namespace tarry::trace::otf2

// SPDX-License-Identifier: BSD-3-Clause
// When a process may make its next call. The line counts in deadlines: what a sleep took too long,
// and what the replay itself needs between two calls, is taken off the following ones, so that
// errors do not add up.
#pragma once

#include <cstdint>

#include "compressed/replay/settings.h"

namespace tarry::replay {

// Nanoseconds of some monotonic clock. Thread: any.
class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual std::int64_t now() = 0;
  // Returns at `time` or later.
  virtual void sleep_until(std::int64_t time) = 0;
};

// CLOCK_MONOTONIC, with the finest wake-up that the system grants the calling thread.
class SystemClock final : public Clock {
 public:
  SystemClock();
  std::int64_t now() override;
  void sleep_until(std::int64_t time) override;
};

// Thread: one.
class TimeLine {
 public:
  // Below this a sleep takes longer than it should, whatever its length; such a rest is waited for.
  static constexpr std::int64_t kShortestSleep = 60'000;

  TimeLine(Clock& clock, Compute how) : clock_(clock), how_(how), from_(clock.now()) {}

  // Returns when `nanoseconds` have passed since the last call ended, less what is owed.
  void compute(std::uint64_t nanoseconds);
  void call_ended() { from_ = clock_.now(); }
  // When that was.
  [[nodiscard]] std::int64_t from() const { return from_; }

  // By how much the process is behind its line.
  [[nodiscard]] std::int64_t behind() const { return behind_; }

 private:
  Clock& clock_;
  Compute how_;
  std::int64_t from_;
  std::int64_t behind_ = 0;
};

}  // namespace tarry::replay

// SPDX-License-Identifier: BSD-3-Clause
// Decides when a process may make its next call. It works with deadlines: if a sleep took too long,
// or the replay itself needed time between two calls, the following computation is shortened, so
// that errors do not add up.
#pragma once

#include <cstdint>

#include "compressed/replay/settings.h"

namespace tarry::replay {

// A monotonic clock in nanoseconds. Thread: any.
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
  // A shorter sleep always takes longer than requested, so the process spins for a shorter rest.
  static constexpr std::int64_t kShortestSleep = 60'000;

  TimeLine(Clock& clock, Compute how) : clock_(clock), how_(how), from_(clock.now()) {}

  // Returns when `nanoseconds`, less the time owed, have passed since the end of the last call.
  void compute(std::uint64_t nanoseconds);
  void call_ended() { from_ = clock_.now(); }
  // Returns when the last call ended.
  [[nodiscard]] std::int64_t from() const { return from_; }

  // Returns how late the process is.
  [[nodiscard]] std::int64_t behind() const { return behind_; }

 private:
  Clock& clock_;
  Compute how_;
  std::int64_t from_;
  std::int64_t behind_ = 0;
};

}  // namespace tarry::replay

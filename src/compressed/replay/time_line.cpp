// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/time_line.h"

#include <sys/prctl.h>
#include <time.h>

#include <algorithm>

namespace tarry::replay {

constexpr std::int64_t kSecond = 1'000'000'000;

SystemClock::SystemClock() { prctl(PR_SET_TIMERSLACK, 1ul, 0ul, 0ul, 0ul); }

std::int64_t SystemClock::now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * kSecond + time.tv_nsec;
}

void SystemClock::sleep_until(std::int64_t time) {
  const timespec at{time / kSecond, time % kSecond};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, nullptr) != 0 && now() < time) {
  }
}

void TimeLine::compute(std::uint64_t nanoseconds) {
  if (how_ == Compute::None) return;
  const std::int64_t target = from_ + static_cast<std::int64_t>(nanoseconds) - behind_;
  std::int64_t now = clock_.now();
  if (how_ == Compute::Sleep && target - now >= kShortestSleep) {
    clock_.sleep_until(target);
    now = clock_.now();
  }
  while (now < target) now = clock_.now();
  behind_ = std::max<std::int64_t>(0, now - target);
}

}  // namespace tarry::replay

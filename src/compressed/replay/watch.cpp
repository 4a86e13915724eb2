// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/watch.h"

#include <algorithm>
#include <chrono>

namespace tarry::replay {

Watch::Watch(double longest_s, std::function<void(std::uint32_t)> stuck)
    : stuck_(std::move(stuck)), thread_([this, longest_s] { run(longest_s); }) {}

Watch::~Watch() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void Watch::run(double longest_s) {
  using Seconds = std::chrono::duration<double>;
  using Clock = std::chrono::steady_clock;
  // Looks are frequent enough to be on time and rare enough to cost nothing.
  const Seconds period(std::clamp(longest_s / 8, 0.02, 1.0));
  std::uint64_t seen = 0;
  Clock::time_point since = Clock::now();
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, period, [this] { return done_; })) {
    const std::uint64_t calls = calls_.load(std::memory_order_acquire);
    if (calls != seen || calls % 2 == 0) {
      seen = calls;
      since = Clock::now();
    } else if (Seconds(Clock::now() - since).count() > longest_s) {
      stuck_(what_.load(std::memory_order_relaxed));
      return;
    }
  }
}

}  // namespace tarry::replay

// SPDX-License-Identifier: BSD-3-Clause
// Ends a replay that hangs. A thread looks whether the process has been in one and the same call
// for longer than any wait of the whole recording can be; nothing is exchanged for it, so that it
// works whatever the MPI library is caught in.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace tarry::replay {

class Watch {
 public:
  // `stuck` is called by the watching thread, at most once, with what enter() was told.
  Watch(double longest_s, std::function<void(std::uint32_t)> stuck);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

  // Around everything that may wait for other processes. Thread: one.
  void enter(std::uint32_t what) {
    what_.store(what, std::memory_order_relaxed);
    calls_.fetch_add(1, std::memory_order_release);  // odd: inside
  }
  void leave() { calls_.fetch_add(1, std::memory_order_release); }

 private:
  void run(double longest_s);

  std::function<void(std::uint32_t)> stuck_;
  std::atomic<std::uint64_t> calls_ = 0;
  std::atomic<std::uint32_t> what_ = 0;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace tarry::replay

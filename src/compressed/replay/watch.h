// SPDX-License-Identifier: BSD-3-Clause
// Ends a replay that hangs. A thread checks whether the process has been in the same call for
// longer than any wait of the recording can take. It exchanges nothing, so it works whatever state
// the MPI library is in.
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
  // `stuck` is called at most once, by the watching thread, with the argument of enter().
  Watch(double longest_s, std::function<void(std::uint32_t)> stuck);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

  // Must enclose everything that may wait for other processes. Thread: one.
  void enter(std::uint32_t what) {
    what_.store(what, std::memory_order_relaxed);
    calls_.fetch_add(1, std::memory_order_release);  // odd while the process is inside
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

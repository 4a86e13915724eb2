// SPDX-License-Identifier: BSD-3-Clause
// Interrupts a thread whenever it has used some CPU time: so the thread does its periodic duty in
// time, however rarely the machine lets it run.
#pragma once

#include <chrono>
#include <csignal>
#include <ctime>

namespace tarry::workers {

class CpuTimer {
 public:
  // Called in a handler of a real-time signal, in the thread that made the timer. It must be
  // async-signal-safe; errno is kept.
  using Call = void (*)(void* argument);

  // The system may round `interval` up to its tick. `argument` must outlive it.
  CpuTimer(Call call, void* argument, std::chrono::microseconds interval);
  CpuTimer(const CpuTimer&) = delete;
  CpuTimer& operator=(const CpuTimer&) = delete;
  ~CpuTimer();  // must run in the same thread

  // Returns whether the system had a timer.
  [[nodiscard]] bool runs() const { return runs_; }

 private:
  struct Target {
    Call call;
    void* argument;
  };

  static void interrupted(int signal, siginfo_t* info, void* context);

  Target target_;
  timer_t timer_{};
  bool runs_ = false;
};

}  // namespace tarry::workers

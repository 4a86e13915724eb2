// SPDX-License-Identifier: BSD-3-Clause
// Interrupts a thread whenever it has used some CPU time: what it has to look after is looked after
// in time, however rarely the machine lets it run.
#pragma once

#include <chrono>
#include <csignal>
#include <ctime>

namespace tarry::workers {

class CpuTimer {
 public:
  // Called in a handler of a real-time signal, in the thread that made the timer. Must be
  // async-signal-safe; errno is kept.
  using Call = void (*)(void* argument);

  // The system may round `interval` up to its tick. `argument` must outlive it.
  CpuTimer(Call call, void* argument, std::chrono::microseconds interval);
  CpuTimer(const CpuTimer&) = delete;
  CpuTimer& operator=(const CpuTimer&) = delete;
  ~CpuTimer();  // in the same thread

  // Whether the system had one to give.
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

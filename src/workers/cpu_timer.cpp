// SPDX-License-Identifier: BSD-3-Clause
#include "workers/cpu_timer.h"

#include <pthread.h>
#include <unistd.h>

#include <cerrno>

namespace tarry::workers {
namespace {

// Returns a signal that programs and libraries hardly use.
int timer_signal() { return SIGRTMAX - 3; }

}  // namespace

void CpuTimer::interrupted(int /*signal*/, siginfo_t* info, void* /*context*/) {
  if (info->si_code != SI_TIMER) return;
  const int before = errno;
  const auto* target = static_cast<const Target*>(info->si_value.sival_ptr);
  target->call(target->argument);
  errno = before;
}

CpuTimer::CpuTimer(Call call, void* argument, std::chrono::microseconds interval)
    : target_{call, argument} {
  struct sigaction action {};
  action.sa_sigaction = &CpuTimer::interrupted;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (sigaction(timer_signal(), &action, nullptr) != 0) return;
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, timer_signal());
  pthread_sigmask(SIG_UNBLOCK, &own, nullptr);

  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = timer_signal();
  event.sigev_value.sival_ptr = &target_;
  event._sigev_un._tid = gettid();
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) != 0) return;
  const timespec each{interval.count() / 1'000'000, interval.count() % 1'000'000 * 1000};
  const itimerspec times{each, each};
  runs_ = timer_settime(timer_, 0, &times, nullptr) == 0;
  if (!runs_) timer_delete(timer_);
}

// A pending signal is for this thread, so it is delivered before the destructor ends.
CpuTimer::~CpuTimer() {
  if (runs_) timer_delete(timer_);
}

}  // namespace tarry::workers

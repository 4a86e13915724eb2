// SPDX-License-Identifier: BSD-3-Clause
// Programs for the sampler. What each prints must not depend on whether samples are taken, but for
// the times of `shares`.
// usage: sampled shares|waits|killed|handler|threads|orphaned|loads LIBRARY
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#define NOINLINE [[gnu::noinline]]

extern "C" [[gnu::weak]] int MPI_Initialized(int* flag);

namespace {

volatile double sink;
volatile sig_atomic_t handled;

double now(clockid_t clock = CLOCK_MONOTONIC) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void spin(double seconds) {
  const double end = now(CLOCK_THREAD_CPUTIME_ID) + seconds;
  while (now(CLOCK_THREAD_CPUTIME_ID) < end)
    for (int i = 0; i < 1000; ++i) sink = sink + i;
}

NOINLINE void work_short(double seconds) {
  spin(seconds);
  asm volatile("");
}
NOINLINE void work_long(double seconds) {
  spin(3 * seconds);
  asm volatile("");
}
NOINLINE void nap(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  asm volatile("");
}

template <class Function>
double timed(Function function) {
  const double begin = now();
  function();
  return now() - begin;
}

// Prints how long each function was on the stacks of two threads.
int shares() {
  double times[2][3] = {};
  const auto run = [&](int who) {
    for (int i = 0; i < 5; ++i) {
      times[who][0] += timed([] { work_short(0.05); });
      times[who][1] += timed([] { work_long(0.05); });
      times[who][2] += timed([] { nap(0.1); });
    }
  };
  // The other thread does not exist at the begin and at the end.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  std::thread other(run, 1);
  run(0);
  other.join();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  for (const auto& thread : times)
    std::printf("work_short %.6f work_long %.6f nap %.6f\n", thread[0], thread[1], thread[2]);
  return 0;
}

void report(const char* what, long result) {
  std::printf("%s %ld %s\n", what, result, result < 0 ? std::strerror(errno) : "");
}

// Makes calls that a signal would end early; none may end early.
int waits() {
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &old);
  raise(SIGUSR2);
  int signal = 0;
  report("sigwait", sigwait(&all, &signal));
  report("signal", signal);
  const timespec tenth{0, 100'000'000};
  siginfo_t info;
  report("sigtimedwait", sigtimedwait(&all, &info, &tenth));
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  const double begin = now();
  report("nanosleep", nanosleep(&tenth, nullptr));
  report("usleep", usleep(100'000));
  report("sleep", sleep(1));
  report("poll", poll(nullptr, 0, 100));
  timeval time{0, 100'000};
  report("select", select(0, nullptr, nullptr, nullptr, &time));
  report("slept", static_cast<long>(now() - begin >= 1.4));
  int ends[2];
  if (pipe(ends) != 0) return 1;
  std::thread reader([&] {
    std::vector<char> buffer(1 << 16);
    while (read(ends[0], buffer.data(), buffer.size()) > 0) usleep(2000);
  });
  const std::vector<char> bytes(4 << 20);
  report("write", write(ends[1], bytes.data(), bytes.size()));
  close(ends[1]);
  reader.join();
  return 0;
}

int killed() {
  work_short(0.3);
  kill(getpid(), SIGKILL);
  return 1;
}

// As many events in every run. `is_orphaned`: then kills who has started it, and itself.
int threads(bool is_orphaned) {
  constexpr int kRounds = 20;
  std::mutex mutex;
  int rounds = 0;
  std::vector<std::thread> workers;
  for (int i = 0; i < 3; ++i)
    workers.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        work_short(0.005);
        const std::lock_guard guard(mutex);
        ++rounds;
      }
    });
  for (std::thread& worker : workers) worker.join();
  std::printf("%d rounds\n", rounds);
  if (!is_orphaned) return 0;
  kill(getppid(), SIGKILL);
  kill(getpid(), SIGKILL);
  return 1;
}

void on_user_signal(int) { handled = handled + 1; }

// Handles every signal that exists, as some programs do.
int handler() {
  spin(0.1);
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) {
    struct sigaction action {};
    action.sa_handler = on_user_signal;
    sigaction(signal, &action, nullptr);
  }
  handled = 0;
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) raise(signal);
  const bool as_raised = handled == SIGRTMAX - SIGRTMIN + 1;
  spin(0.1);
  std::printf("%s %s\n", as_raised ? "all" : "not all",
              handled == SIGRTMAX - SIGRTMIN + 1 ? "no more" : "more");
  return 0;
}

// A program that uses MPI if it is there sees none until it loads the library itself.
int loads(const char* name) {
  std::printf("linked: %d, found: %d\n", &MPI_Initialized != nullptr,
              dlsym(RTLD_DEFAULT, "MPI_Initialized") != nullptr);
  void* library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) return 1;
  for (void* from : {library, static_cast<void*>(RTLD_DEFAULT)}) {
    const auto ask = reinterpret_cast<int (*)(int*)>(dlsym(from, "MPI_Initialized"));
    int flag = -1;
    const int error = ask != nullptr ? ask(&flag) : -1;
    std::printf("error: %d, initialized: %d\n", error, flag);
  }
  spin(0.01);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "shares") return shares();
  if (what == "waits") return waits();
  if (what == "killed") return killed();
  if (what == "handler") return handler();
  if (what == "threads" || what == "orphaned") return threads(what == "orphaned");
  if (what == "loads" && argc > 2) return loads(argv[2]);
  return 2;
}

// SPDX-License-Identifier: BSD-3-Clause
// Threads, mutexes and conditions of C++, one thread at a time, so that every run is the same.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::timed_mutex patient;
std::recursive_mutex recursive;
std::condition_variable condition;
bool ready = false;  // guarded by `mutex`

void wait_for_a_thread() {
  std::unique_lock lock(mutex);
  std::thread worker([] {
    const std::lock_guard own(mutex);
    ready = true;
    condition.notify_one();
  });
  while (!ready) condition.wait(lock);
  lock.unlock();
  worker.join();
}

void wait_in_vain() {
  std::unique_lock lock(mutex);
  condition.wait_for(lock, std::chrono::milliseconds(1));
  const std::lock_guard own(patient);
  std::jthread([] {
    if (patient.try_lock_for(std::chrono::milliseconds(1))) patient.unlock();
  });
}

void lock_twice() {
  const std::lock_guard once(recursive);
  const std::lock_guard twice(recursive);
}

}  // namespace

int main() {
  wait_for_a_thread();
  wait_in_vain();
  lock_twice();
  static std::atomic<bool> is_done = false;
  std::thread([] { is_done = true; }).detach();
  while (!is_done) {
  }
  std::puts("done");
}

// SPDX-License-Identifier: BSD-3-Clause
// A number of threads, the calling thread included, that all exist before any of them begins to
// work. This file decides what happens when the system refuses a thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace tarry::base {

// Returns the number of threads that a user asks for: `wanted`, or one for each core if that is 0.
std::size_t threads_or_cores(unsigned wanted);

// Starts a thread that calls `body`; throws what std::thread throws. Tests replace it to refuse
// threads.
using StartThread = std::function<std::thread(std::function<void()> body)>;
std::thread start_thread(std::function<void()> body);

// If the system refuses a thread, the team continues silently with those it has: results do not
// depend on its size. Where the address space is limited (ulimit -v), it continues with the calling
// thread alone, because the stacks and heaps of the others take the memory that the work needs:
// with half of the threads, `tarry compress` ran out of memory. Thread: one.
class ThreadTeam {
 public:
  explicit ThreadTeam(std::size_t wanted, const StartThread& start = start_thread);
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam();

  // Returns the number of members, the calling thread included: `wanted`, or fewer.
  [[nodiscard]] std::size_t size() const { return threads_.size() + 1; }

  // Calls work(0) in this thread and work(1) .. work(size() - 1) in the others, once. Returns when
  // all have returned. No exception may leave `work`.
  void run(const std::function<void(std::size_t member)>& work);

 private:
  enum Order : int { Wait, Work, End };

  void shrink(std::size_t members);

  const std::function<void(std::size_t)>* work_ = nullptr;
  std::vector<std::atomic<Order>> orders_;  // one for each member
  std::vector<std::thread> threads_;        // all members but the first
};

}  // namespace tarry::base

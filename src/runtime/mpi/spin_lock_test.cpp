// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/spin_lock.h"

#include <gtest/gtest.h>

#include <mutex>
#include <thread>
#include <vector>

namespace tarry::runtime::mpi {
namespace {

// There are more threads than cores: some lose their core while they hold the lock.
TEST(SpinLock, OneThreadAtATime) {
  constexpr int kThreads = 32;
  constexpr int kRounds = 20'000;
  SpinLock lock;
  lock.enable();
  std::uint64_t count = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        const std::lock_guard guard(lock);
        ++count;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, static_cast<std::uint64_t>(kThreads) * kRounds);
}

TEST(SpinLock, CostsNothingUntilEnabled) {
  SpinLock lock;
  lock.lock();
  lock.lock();  // it would wait for ever
  lock.unlock();
}

}  // namespace
}  // namespace tarry::runtime::mpi

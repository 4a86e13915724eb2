// SPDX-License-Identifier: BSD-3-Clause
#include "workers/spill_memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <numeric>
#include <thread>

namespace tarry::workers {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

std::unique_ptr<SpillMemory> make(std::uint64_t limit) {
  auto memory = SpillMemory::make(::testing::TempDir(), limit);
  EXPECT_TRUE(memory.ok()) << memory.error().message();
  return std::move(*memory);
}

// Fills `vectors` so that each value is its position.
void fill(std::vector<std::pmr::vector<std::uint64_t>>& vectors, std::size_t values) {
  for (auto& vector : vectors)
    for (std::size_t i = 0; i < values; ++i) vector.push_back(i);
}

std::uint64_t sum(const std::vector<std::pmr::vector<std::uint64_t>>& vectors) {
  std::uint64_t all = 0;
  for (const auto& vector : vectors) all += std::accumulate(vector.begin(), vector.end(), 0ull);
  return all;
}

TEST(SpillMemory, KeepsWhatLiesInIt) {
  const auto memory = make(4 * kMiB);
  const SpillScope scope(*memory);
  constexpr std::size_t kValues = 1 << 18;
  std::vector<std::pmr::vector<std::uint64_t>> vectors(16);  // 32 MiB: eight times the limit
  fill(vectors, kValues);
  EXPECT_EQ(sum(vectors), 16 * (std::uint64_t{kValues} * (kValues - 1) / 2));
  EXPECT_GE(memory->peak_bytes(), 32 * kMiB);
}

TEST(SpillMemory, HoldsSmallBlocksToo) {
  const auto memory = make(16 * kMiB);
  const SpillScope scope(*memory);
  std::vector<std::pmr::vector<std::uint64_t>> vectors(10'000);
  fill(vectors, 100);
  EXPECT_EQ(sum(vectors), 10'000 * 4950u);
  EXPECT_GE(memory->peak_bytes(), 10'000 * 100 * sizeof(std::uint64_t));
}

TEST(SpillMemory, ServesThreadsAtTheSameTime) {
  const auto memory = make(16 * kMiB);
  const SpillScope scope(*memory);
  constexpr std::size_t kValues = 1 << 18;
  std::uint64_t sums[4] = {};
  std::vector<std::thread> threads;
  for (std::uint64_t& result : sums)
    threads.emplace_back([&result] {
      std::vector<std::pmr::vector<std::uint64_t>> vectors(8);
      fill(vectors, kValues);
      result = sum(vectors);
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t result : sums)
    EXPECT_EQ(result, 8 * (std::uint64_t{kValues} * (kValues - 1) / 2));
}

TEST(SpillMemory, EndsWithTheScope) {
  std::pmr::memory_resource* before = std::pmr::get_default_resource();
  const auto memory = make(16 * kMiB);
  {
    const SpillScope scope(*memory);
    EXPECT_NE(std::pmr::get_default_resource(), before);
  }
  EXPECT_EQ(std::pmr::get_default_resource(), before);
}

TEST(SpillMemory, SaysWhereTheDiskIsFull) {
  const auto memory = make(16 * kMiB);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto signal_before = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{kMiB, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string said;
  try {
    static_cast<void>(memory->allocate(2 * kMiB));
  } catch (const SpillFull& full) {
    said = full.error().message();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, signal_before);
  EXPECT_NE(said.find(::testing::TempDir()), std::string::npos) << said;
  EXPECT_NE(said.find("File too large"), std::string::npos) << said;
}

TEST(SpillMemory, NeedsAFolderItCanWriteTo) {
  const auto memory = SpillMemory::make("/nonexistent/folder", kMiB);
  ASSERT_FALSE(memory.ok());
  EXPECT_NE(memory.error().message().find("/nonexistent/folder"), std::string::npos);
}

}  // namespace
}  // namespace tarry::workers

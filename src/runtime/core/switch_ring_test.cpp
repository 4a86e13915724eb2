// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/switch_ring.h"

#include <gtest/gtest.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

namespace tarry::runtime::core {
namespace {

constexpr std::uint64_t kBytes = 16u << 10;

std::uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// A sleeping thread is not ready; whether another program takes its core depends on the machine.
TEST(SwitchRing, TellsTheSwitchesOfThisThread) {
  const std::uint64_t before = now_ns();
  SwitchRing ring;
  if (const int error = ring.open(kBytes); error != 0)
    GTEST_SKIP() << "the kernel does not tell them here: " << strerrordesc_np(error);
  constexpr int kSleeps = 20;
  for (int i = 0; i < kSleeps; ++i) usleep(100);
  const std::uint64_t after = now_ns();
  const RingContent content = ring.look();
  EXPECT_GE(content.head, 2u * kSleeps * 16);
  EXPECT_FALSE(content.is_full);
  EXPECT_GE(content.last_ns, before);
  EXPECT_LE(content.last_ns, after);
  std::uint64_t lost = 0;
  ring.take(content, [&](std::uint64_t begin, std::uint64_t end) {
    EXPECT_LE(before, begin);
    EXPECT_LT(begin, end);
    EXPECT_LE(end, after);
    lost += end - begin;
  });
  EXPECT_EQ(lost, content.lost_ns);
  ring.give_back();
  EXPECT_EQ(ring.half_full_at(), content.head + kBytes / 2);
  ring.close();
}

TEST(SwitchRing, SaysWhenItIsFullAndWhatFoundNoRoom) {
  SwitchRing ring;
  if (const int error = ring.open(static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))); error != 0)
    GTEST_SKIP() << "the kernel does not tell them here: " << strerrordesc_np(error);
  for (int i = 0; i < 300; ++i) usleep(100);  // shorter ones may be over before they begin
  RingContent content = ring.look();
  EXPECT_TRUE(content.is_full);
  ring.take(content, [](std::uint64_t, std::uint64_t) {});
  ring.give_back();
  // The kernel tells the number with the next switch.
  const std::uint64_t head = content.head;
  do {
    usleep(100);
    content = ring.look();
  } while (content.head == head);
  EXPECT_FALSE(content.is_full);
  EXPECT_GE(content.unplaced, 100u);
  ring.skip();
  EXPECT_EQ(ring.look().times, 0u);
  ring.close();
}

}  // namespace
}  // namespace tarry::runtime::core

// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/clock_schedule.h"

#include <gtest/gtest.h>

#include <vector>

namespace tarry::runtime::mpi {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

// What becomes of meetings at these distances (ns), one after the other.
struct Outcome {
  std::vector<std::uint64_t> compared;  // times
  std::uint64_t plans = 0;
};

template <class Distance>
Outcome run(std::uint64_t interval, std::uint64_t end, Distance distance) {
  Outcome out;
  std::uint64_t now = 5 * kSecond;
  const std::uint64_t begin = now;
  ClockSchedule schedule(interval, now);
  std::uint64_t left = schedule.first().meetings;
  while (now - begin < end) {
    now += distance(now - begin);
    if (--left != 0) continue;
    const ClockSchedule::Plan plan = schedule.next(now);
    ++out.plans;
    left = plan.meetings;
    if (plan.compare != 0) out.compared.push_back(now - begin);
  }
  return out;
}

TEST(ClockSchedule, ComparesAtTheIntervalIfMeetingsAreRegular) {
  const Outcome out = run(10 * kSecond, 100 * kSecond, [](auto) { return kSecond / 1000; });
  ASSERT_GE(out.compared.size(), 9u);
  std::uint64_t last = 0;
  for (const std::uint64_t time : out.compared) {
    EXPECT_GE(time - last, 10 * kSecond);
    EXPECT_LE(time - last, 10 * kSecond + kSecond / 2);
    last = time;
  }
  EXPECT_LE(out.plans, 100'000 / ClockSchedule::kMostMeetings + 40);
}

TEST(ClockSchedule, ComparesAtEachMeetingIfTheyAreRare) {
  const Outcome out = run(10 * kSecond, 100 * kSecond, [](auto) { return 20 * kSecond; });
  EXPECT_EQ(out.compared.size(), 5u);
}

TEST(ClockSchedule, IsNotMisledByTheFirstMeetings) {
  // Two meetings in quick succession, then one per second.
  const Outcome out = run(10 * kSecond, 60 * kSecond,
                          [](std::uint64_t time) { return time < 2000 ? 1000 : kSecond; });
  ASSERT_FALSE(out.compared.empty());
  EXPECT_LE(out.compared.front(), 14 * kSecond);
  EXPECT_GE(out.compared.size(), 4u);
}

TEST(ClockSchedule, RecoversFromAProgramThatSlowsDown) {
  // Most meetings of a plan are still to come when the program slows down a thousandfold.
  const Outcome out = run(kSecond, 2000 * kSecond, [](std::uint64_t time) {
    return time < 10 * kSecond ? kSecond / 1000 : kSecond;
  });
  std::uint64_t longest = 0;
  std::uint64_t last = 0;
  for (const std::uint64_t time : out.compared) {
    longest = std::max(longest, time - last);
    last = time;
  }
  EXPECT_LE(longest, (ClockSchedule::kMostMeetings + 2) * kSecond);
  EXPECT_GE(out.compared.size(), 1700u);
}

}  // namespace
}  // namespace tarry::runtime::mpi

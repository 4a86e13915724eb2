// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/longest_waits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace tarry::timeline {
namespace {

constexpr std::uint16_t kFirstWait = 4, kStates = 8;
constexpr std::int64_t kLength = 100'000;
constexpr std::size_t kLines = 50;

std::vector<CallWaited> waits_at_random() {
  std::mt19937 random(7);
  const auto number = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  std::vector<CallWaited> all;
  for (int i = 0; i < 5000; ++i) {
    CallWaited wait;
    wait.end = number(1000, 1500) * 10;  // some share their end
    wait.amount = number(1, 900);
    wait.begin = wait.end - wait.amount;
    wait.state = static_cast<std::uint16_t>(number(kFirstWait, kStates - 1));
    wait.call = static_cast<std::uint16_t>(number(0, kFirstWait - 1));
    wait.line = static_cast<std::uint32_t>(number(0, kLines - 1));
    all.push_back(wait);
  }
  return all;
}

TEST(LongestWaits, AreTheLongestOfEachEndInAnyOrder) {
  std::vector<CallWaited> all = waits_at_random();
  std::vector<CallWaited> expected;
  {
    std::map<std::int64_t, CallWaited> by_end;
    for (const CallWaited& wait : all) {
      if (wait.state != 5) continue;
      const auto [found, is_new] = by_end.try_emplace(wait.end, wait);
      if (!is_new && is_longer_wait(wait, found->second)) found->second = wait;
    }
    for (const auto& [end, wait] : by_end) expected.push_back(wait);
    std::sort(expected.begin(), expected.end(), is_longer_wait);
    ASSERT_GT(expected.size(), kMostLongWaits);
    expected.resize(kMostLongWaits);
  }
  std::mt19937 random(2);
  for (int i = 0; i < 4; ++i) {
    std::vector<LongestWaits> lines(3);
    for (std::size_t w = 0; w < all.size(); ++w) lines[all[w].line % 3].add(all[w]);
    LongestWaits together;
    for (const LongestWaits& line : lines) together.add(line);
    EXPECT_EQ(together.of_state(5), expected);
    std::shuffle(all.begin(), all.end(), random);
  }
}

TEST(LongestWaits, BytesAreReadBackOrRefused) {
  LongestWaits waits;
  for (const CallWaited& wait : waits_at_random()) waits.add(wait);
  const std::string bytes = waits.bytes();
  const auto read = LongestWaits::of(bytes, kLength, kStates, kFirstWait, kLines);
  ASSERT_TRUE(read.ok());
  for (std::uint16_t state = 0; state < kStates; ++state)
    EXPECT_EQ(read->of_state(state), waits.of_state(state));
  EXPECT_TRUE(read->of_state(60'000).empty());
  EXPECT_FALSE(LongestWaits::of(bytes.substr(1), kLength, kStates, kFirstWait, kLines).ok());
  EXPECT_FALSE(LongestWaits::of(bytes, 10, kStates, kFirstWait, kLines).ok());
  EXPECT_FALSE(LongestWaits::of(bytes, kLength, kStates - 1, kFirstWait, kLines).ok());
  EXPECT_FALSE(LongestWaits::of(bytes, kLength, kStates, kFirstWait + 1, kLines).ok());
  EXPECT_FALSE(LongestWaits::of(bytes, kLength, kStates, kFirstWait, 10).ok());
}

}  // namespace
}  // namespace tarry::timeline

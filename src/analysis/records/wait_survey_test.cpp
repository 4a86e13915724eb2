// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records/wait_survey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace tarry::analysis {
namespace {

using base::Ticks;
using model::CallPathId;
using model::LocationIndex;
using testing::ElementsAre;

SurveyedWait wait(std::int64_t amount, std::uint32_t callpath = 0, std::int64_t enter = 0,
                  std::uint32_t location = 0) {
  return {{CallPathId{callpath}, LocationIndex{location}, Ticks{enter}, Ticks{enter + amount}},
          Ticks{amount},
          model::CommId{location % 3}};
}

std::vector<std::int64_t> amounts(const WaitLengths& lengths) {
  std::vector<std::int64_t> all;
  for (const SurveyedWait& each : lengths.longest()) all.push_back(each.amount.count);
  return all;
}

TEST(WaitLengths, FewWaitsHaveExactFigures) {
  WaitLengths lengths;
  for (const std::int64_t amount : {5'000'001, 1'000'003, 4'000'007, 2'000'009, 3'000'011})
    lengths.add(wait(amount));
  EXPECT_EQ(lengths.count(), 5u);
  EXPECT_EQ(lengths.total(), 15'000'031.0);
  EXPECT_EQ(lengths.least(), 1'000'003);
  EXPECT_EQ(lengths.most(), 5'000'001);
  EXPECT_EQ(lengths.quartile(1), 2'000'009.0);
  EXPECT_EQ(lengths.quartile(2), 3'000'011.0);
  EXPECT_EQ(lengths.quartile(3), 4'000'007.0);
  EXPECT_NEAR(lengths.variance(), 2e12, 1e8);
}

TEST(WaitLengths, ShortOnesAreCountedUpToALength) {
  WaitLengths lengths;
  for (const std::int64_t amount : {1, 3, 3, 500, 501, 3'000'011}) lengths.add(wait(amount));
  const auto part = [&](std::int64_t length) {
    const WaitLengths::Part some = lengths.up_to(length);
    return std::pair(some.count, some.ticks);
  };
  EXPECT_EQ(part(0), std::pair(std::uint64_t{0}, 0.0));
  EXPECT_EQ(part(2), std::pair(std::uint64_t{1}, 1.0));
  EXPECT_EQ(part(3), std::pair(std::uint64_t{3}, 7.0));
  EXPECT_EQ(part(500), std::pair(std::uint64_t{4}, 507.0));
  EXPECT_EQ(part(2'900'000), std::pair(std::uint64_t{5}, 1008.0));
  EXPECT_EQ(part(3'000'011), std::pair(std::uint64_t{6}, 3'001'019.0));
}

TEST(WaitLengths, LongWaitsThatHardlyDifferHaveTheirExactVariance) {
  WaitLengths lengths;
  for (const std::int64_t amount : {123'456'789'012'345, 123'456'789'012'346})
    lengths.add(wait(amount));
  EXPECT_EQ(lengths.variance(), 0.25);
}

TEST(WaitLengths, EqualWaitsDoNotVary) {
  WaitLengths lengths;
  for (int i = 0; i < 7; ++i) lengths.add(wait(123'456'789'012'345));
  EXPECT_EQ(lengths.variance(), 0.0);
  EXPECT_EQ(lengths.quartile(1), 123'456'789'012'345.0);
  EXPECT_EQ(lengths.quartile(3), 123'456'789'012'345.0);
}

// The quartiles of many waits are those of the sorted list, to a 256th.
TEST(WaitLengths, ManyWaitsHaveQuartilesNearTheTrueOnes) {
  std::mt19937_64 random(7);
  for (const std::size_t count : {6u, 101u, 5000u}) {
    std::vector<std::int64_t> all;
    WaitLengths lengths;
    for (std::size_t i = 0; i < count; ++i) {
      all.push_back(1 + static_cast<std::int64_t>(random() >> (random() % 60 + 1)));
      lengths.add(wait(all.back()));
    }
    std::sort(all.begin(), all.end());
    for (const std::uint64_t quarters : {1u, 2u, 3u}) {
      const auto exact = static_cast<double>(all[(count * quarters + 3) / 4 - 1]);
      EXPECT_NEAR(lengths.quartile(quarters), exact, exact / 256) << count << " " << quarters;
    }
  }
}

TEST(WaitLengths, TheLongestAreKept) {
  WaitLengths lengths;
  for (std::uint32_t i = 0; i < 20; ++i) lengths.add(wait(100 + i));
  lengths.add(wait(200, 0, 50, 1));
  lengths.add(wait(200, 0, 40, 1));
  lengths.add(wait(50));
  EXPECT_THAT(amounts(lengths), ElementsAre(200, 200, 119, 118, 117));
  EXPECT_EQ(lengths.longest().front().call.enter, Ticks{40});
}

TEST(WaitLengths, OfAllCallPathsTheLongestAreOfDifferentOnes) {
  WaitsByCallPath by_callpath;
  for (std::uint32_t i = 0; i < 20; ++i)
    by_callpath[CallPathId{i % 7}].add(wait(100 + i, i % 7, 0, i));
  by_callpath[CallPathId{3}].add(wait(200, 3, 50, 1));
  const WaitLengths all = all_of(by_callpath);
  EXPECT_EQ(all.count(), 21u);
  EXPECT_EQ(all.total(), 20 * 100 + 190 + 200);
  EXPECT_EQ(all.quartile(2), 110.0);
  EXPECT_EQ(all.by_communicator().size(), 3u);
  EXPECT_THAT(amounts(all), ElementsAre(200, 119, 118, 116, 115));
  EXPECT_THAT(amounts(by_callpath[CallPathId{3}]), ElementsAre(200, 117, 110, 103));
}

TEST(WaitLengths, ItMakesNoDifferenceWhoCounts) {
  std::mt19937 random(3);
  WaitLengths whole;
  std::vector<WaitLengths> parts(3);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const auto below = [&](std::uint32_t most) {
      return static_cast<std::uint32_t>(random() % most);
    };
    const SurveyedWait each = wait(1 + below(500), below(9), below(50), i % 12);
    whole.add(each);
    parts[each.call.location.index() / 4].add(each);
  }
  WaitLengths united;
  for (const std::size_t part : {2u, 0u, 1u}) {
    workers::Bytes message;
    parts[part].pack(message);
    workers::MessageReader reader(message);
    united.add(WaitLengths::unpack(reader));
    EXPECT_TRUE(reader.at_end());
  }
  EXPECT_EQ(united.count(), whole.count());
  EXPECT_EQ(united.total(), whole.total());
  EXPECT_EQ(united.variance(), whole.variance());
  for (const std::uint64_t quarters : {1u, 2u, 3u})
    EXPECT_EQ(united.quartile(quarters), whole.quartile(quarters));
  ASSERT_EQ(united.by_communicator().size(), 3u);
  for (const auto& [comm, waits] : whole.by_communicator()) {
    EXPECT_EQ(united.by_communicator().at(comm).count, waits.count);
    EXPECT_EQ(united.by_communicator().at(comm).ticks, waits.ticks);
  }
  ASSERT_EQ(united.longest().size(), whole.longest().size());
  for (std::size_t i = 0; i < whole.longest().size(); ++i) {
    EXPECT_EQ(united.longest()[i].call.callpath, whole.longest()[i].call.callpath);
    EXPECT_EQ(united.longest()[i].call.enter, whole.longest()[i].call.enter);
    EXPECT_EQ(united.longest()[i].call.location, whole.longest()[i].call.location);
  }
}

TEST(WaitLengths, AbsurdLengthsDoNotOverflow) {
  WaitLengths lengths;
  for (int i = 0; i < 9; ++i) lengths.add(wait(INT64_MAX));
  EXPECT_EQ(lengths.most(), INT64_MAX);
  EXPECT_TRUE(std::isfinite(lengths.variance()));
  EXPECT_LE(lengths.quartile(2), 9.3e18);
  EXPECT_GE(lengths.quartile(2), 9.1e18);
}

}  // namespace
}  // namespace tarry::analysis

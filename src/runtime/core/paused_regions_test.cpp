// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/paused_regions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace tarry::runtime::core {
namespace {

using trace::eventlog::RecordKind;

PausedRegions::Region function(std::uint64_t address) {
  return {RecordKind::FunctionEnter, address};
}

std::vector<std::uint64_t> known(const PausedRegions& regions) {
  std::vector<std::uint64_t> payloads;
  regions.for_each_known([&](const auto& region) { payloads.push_back(region.payload); });
  return payloads;
}

TEST(PausedRegions, KeepsWhatIsOpen) {
  PausedRegions regions;
  regions.enter(function(1));
  regions.enter(function(2));
  EXPECT_TRUE(regions.leave(function(2)));
  regions.enter({RecordKind::RegionEnter, 2});
  EXPECT_THAT(known(regions), testing::ElementsAre(1, 2));
  EXPECT_EQ(regions.unknown(), 0u);
}

TEST(PausedRegions, LeavingWhatWasEnteredBefore) {
  PausedRegions regions;
  EXPECT_FALSE(regions.leave(function(1)));
  regions.enter(function(2));
  EXPECT_FALSE(regions.leave({RecordKind::RegionEnter, 2}));  // a different 2
  EXPECT_THAT(known(regions), testing::IsEmpty());
}

TEST(PausedRegions, JumpOutOfSeveral) {
  PausedRegions regions;
  for (const std::uint64_t each : {1, 2, 3}) regions.enter(function(each));
  EXPECT_TRUE(regions.leave(function(2)));
  EXPECT_THAT(known(regions), testing::ElementsAre(1));
}

TEST(PausedRegions, TheInnermostAreKnown) {
  PausedRegions regions;
  for (std::uint64_t i = 0; i < PausedRegions::kKnown + 10; ++i) regions.enter(function(i));
  EXPECT_EQ(regions.unknown(), 10u);
  EXPECT_EQ(known(regions).front(), 10u);
  EXPECT_EQ(known(regions).back(), PausedRegions::kKnown + 9u);
  for (std::uint64_t i = PausedRegions::kKnown + 10; i-- > 5;)
    EXPECT_TRUE(regions.leave(function(i)));
  EXPECT_EQ(regions.unknown(), 5u);
  EXPECT_THAT(known(regions), testing::IsEmpty());
  regions.enter(function(99));
  EXPECT_EQ(regions.unknown(), 5u);
  EXPECT_THAT(known(regions), testing::ElementsAre(99));
}

}  // namespace
}  // namespace tarry::runtime::core

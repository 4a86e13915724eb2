// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/regions/call_classes.h"

#include <gtest/gtest.h>

#include "workers/team_transport.h"

namespace tarry::analysis {
namespace {

constexpr std::uint64_t kTicksPerSecond = 1'000'000'000;

class CallClassesTest : public testing::Test {
 protected:
  std::uint32_t send(std::uint64_t bytes) const {
    return CallClasses::of(model::MpiCall::Send, bytes, false);
  }

  workers::SoleProcess alone;
  CallClasses classes{kTicksPerSecond};
};

TEST_F(CallClassesTest, LimitsFollowFromTheShortestTenth) {
  classes.add_time(send(8), {20'000});
  for (int i = 0; i < 9; ++i) classes.add_time(send(8), {900'000});
  classes.unite_times(alone);
  EXPECT_EQ(classes.limit(send(8)), model::Ticks{4 * 16'384});
}

TEST_F(CallClassesTest, LimitsAreAtLeastTenMicroseconds) {
  classes.add_time(send(8), {100});
  classes.unite_times(alone);
  EXPECT_EQ(classes.limit(send(8)), model::Ticks{10'000});
}

TEST_F(CallClassesTest, LimitsAreAtMostAMillisecondAndTheTimeOfTheBytes) {
  classes.add_time(send(8), {50'000'000});
  classes.add_time(send(1 << 20), {50'000'000});
  classes.unite_times(alone);
  EXPECT_EQ(classes.limit(send(8)), model::Ticks{1'000'000 + 16});
  EXPECT_EQ(classes.limit(send(1 << 20)), model::Ticks{1'000'000 + (1 << 21)});
}

TEST_F(CallClassesTest, ClassesWithoutCallsHaveNothing) {
  classes.add_time(send(8), {20'000});
  classes.add_evidence(send(8), {20'000}, 5);
  classes.unite_times(alone);
  classes.unite_evidence(alone);
  EXPECT_EQ(classes.limit(send(1024)), model::Ticks{});
  EXPECT_EQ(classes.evidence(send(1024), {20'000}), 0);
}

TEST_F(CallClassesTest, EvidenceIsThatOfCallsThatTookAboutAsLong) {
  classes.add_evidence(send(8), {20'000}, 5);
  classes.add_evidence(send(8), {21'000}, -2);
  classes.unite_evidence(alone);
  EXPECT_EQ(classes.evidence(send(8), {22'000}), 3);
  EXPECT_EQ(classes.evidence(send(8), {2'000'000}), 0);
}

}  // namespace
}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// Tests figures worked out by hand for both models, and conservation.
#include "analysis/delay/cost_model.h"

#include <gtest/gtest.h>

#include <random>

namespace tarry::analysis {
namespace {

constexpr double kExact = 1e-12;

// Expected for a wait with the long-term cost `passed_on`: what a tick of surplus gets of either
// cost, and what a tick of the cause's own waits gets of both.
struct Expected {
  double short_term, long_term, to_waits;
};

void expect(CostModel model, double wait, double passed_on, double surplus, double own_waits,
            const Expected& expected) {
  const CostShares shares = divide(model, wait, surplus, own_waits);
  EXPECT_NEAR(shares.surplus * wait, expected.short_term, kExact);
  EXPECT_NEAR(shares.surplus * passed_on, expected.long_term, kExact);
  EXPECT_NEAR(shares.own_waits * (wait + passed_on), expected.to_waits, kExact);
  EXPECT_EQ(shares.unattributed, 0);
}

TEST(CostModel, U1) {
  expect(CostModel::Proportional, 1, 0, 1, 2, {1.0 / 3, 0, 1.0 / 3});              // B
  expect(CostModel::Proportional, 2, 2.0 / 3, 3, 0, {2.0 / 3, 2.0 / 9, 8.0 / 9});  // A
  expect(CostModel::WaitFirst, 1, 0, 1, 2, {0, 0, 0.5});                           // B
  expect(CostModel::WaitFirst, 2, 1, 3, 0, {2.0 / 3, 1.0 / 3, 0});                 // A
}

TEST(CostModel, U2) {
  expect(CostModel::Proportional, 3, 0, 1, 2, {1, 0, 1});
  expect(CostModel::WaitFirst, 3, 0, 1, 2, {1, 0, 1});
}

TEST(CostModel, U3) {
  expect(CostModel::Proportional, 3, 0, 3, 2, {0.6, 0, 0.6});
  expect(CostModel::WaitFirst, 3, 0, 3, 2, {1.0 / 3, 0, 1});
}

// The surplus is 2 in f and 1 in g; waits are 1 and 3; the long-term cost is 3.
TEST(CostModel, ExtraArithmetic) {
  expect(CostModel::Proportional, 2, 3, 3, 4, {2.0 / 7, 3.0 / 7, 5.0 / 7});
  expect(CostModel::WaitFirst, 2, 3, 3, 4, {0, 0, 1.25});
  expect(CostModel::Proportional, 5, 3, 3, 4, {5.0 / 7, 3.0 / 7, 8.0 / 7});
  expect(CostModel::WaitFirst, 5, 3, 3, 4, {1.0 / 3, 0.2, 1.6});
  expect(CostModel::Proportional, 10, 0, 3, 4, {10.0 / 7, 0, 10.0 / 7});
  expect(CostModel::WaitFirst, 10, 0, 3, 4, {2, 0, 1});
}

TEST(CostModel, WithNothingToChargeToTheCostIsShownAsUnattributed) {
  for (const CostModel model : {CostModel::Proportional, CostModel::WaitFirst})
    EXPECT_EQ(divide(model, 2, 0, 0).unattributed, 1);
}

TEST(CostModel, WaitsTakeWhatNoSurplusCanTake) {
  expect(CostModel::WaitFirst, 5, 3, 0, 2, {0, 0, 4});
}

TEST(CostModel, NothingIsLost) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> ticks(0, 9);
  for (int i = 0; i < 10'000; ++i) {
    const double wait = ticks(random) + 1, surplus = ticks(random), waits = ticks(random);
    for (const CostModel model : {CostModel::Proportional, CostModel::WaitFirst}) {
      const CostShares shares = divide(model, wait, surplus, waits);
      ASSERT_NEAR(shares.surplus * surplus + shares.own_waits * waits + shares.unattributed, 1,
                  kExact);
    }
  }
}

TEST(CostModel, IndirectPart) {
  EXPECT_NEAR(indirect_part(CostModel::Proportional, 1, 1, 2), 2.0 / 3, kExact);  // U1
  EXPECT_EQ(indirect_part(CostModel::WaitFirst, 1, 1, 2), 1);
  EXPECT_NEAR(indirect_part(CostModel::Proportional, 3, 3, 2), 1.2, kExact);  // U3
  EXPECT_EQ(indirect_part(CostModel::WaitFirst, 3, 3, 2), 2);
  EXPECT_EQ(indirect_part(CostModel::Proportional, 9, 1, 2), 2);  // at most all own waits
  EXPECT_EQ(indirect_part(CostModel::WaitFirst, 9, 1, 0), 0);
}

}  // namespace
}  // namespace tarry::analysis

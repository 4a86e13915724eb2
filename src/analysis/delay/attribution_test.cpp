// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/attribution.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

constexpr model::LocationIndex kA{0}, kB{1}, kC{2};

DelayPair pair(model::LocationIndex cause, std::uint32_t order, model::LocationIndex victim,
               std::uint32_t own_waits, double cost, double passed_on) {
  DelayPair out;
  out.cause = cause;
  out.order = order;
  out.victim = victim;
  out.end_wait = own_waits;
  out.cost = {cost, 0};
  out.passed_on = {passed_on, 0};
  return out;
}

// A makes B wait 2, which makes C wait 4.
const std::pmr::vector<WaitNode> kWaits{{kB, 0, base::Ticks{2}}, {kC, 0, base::Ticks{4}}};

TEST(Attribution, WaitsOweTheCauseWhatItLedTo) {
  const std::pmr::vector<DelayPair> pairs{pair(kA, 0, kB, 0, 2, 0), pair(kB, 1, kC, 1, 4, 0.5)};
  const Propagation propagation(kWaits, pairs, 3);
  Attribution attribution(kWaits, pairs, propagation, CostModel::Proportional);
  const std::pmr::vector<double> direct{1, 0};
  attribution.follow(direct);
  EXPECT_DOUBLE_EQ(attribution.cost(0), 2);
  EXPECT_DOUBLE_EQ(attribution.cost(1), 4);
  EXPECT_DOUBLE_EQ(attribution.weighted_steps(0), 2 * 1);
  EXPECT_DOUBLE_EQ(attribution.weighted_steps(1), 4 * 2);
  EXPECT_EQ(attribution.worst_chain(), (std::vector<std::uint32_t>{0, 1}));
}

// A quarter of C's wait is due to what B did, which is no work of the cause in question.
TEST(Attribution, WhatOthersDidIsNotOwed) {
  const std::pmr::vector<DelayPair> pairs{pair(kA, 0, kB, 0, 2, 0), pair(kB, 1, kC, 1, 4, 0.375)};
  const Propagation propagation(kWaits, pairs, 3);
  Attribution attribution(kWaits, pairs, propagation, CostModel::Proportional);
  const std::pmr::vector<double> of_a{1, 0}, of_b{0, 0.25};
  attribution.follow(of_a);
  EXPECT_DOUBLE_EQ(attribution.cost(0), 2);
  EXPECT_DOUBLE_EQ(attribution.cost(1), 3);
  attribution.follow(of_b);
  EXPECT_DOUBLE_EQ(attribution.cost(0), 0);
  EXPECT_DOUBLE_EQ(attribution.cost(1), 1);
  EXPECT_DOUBLE_EQ(attribution.weighted_steps(1), 1);
  EXPECT_EQ(attribution.worst_chain(), (std::vector<std::uint32_t>{1}));
}

TEST(Attribution, WhoCostsNothingHasNoChain) {
  const std::pmr::vector<DelayPair> pairs{pair(kA, 0, kB, 0, 2, 0)};
  const std::pmr::vector<WaitNode> waits{kWaits.front()};
  const Propagation propagation(waits, pairs, 2);
  Attribution attribution(waits, pairs, propagation, CostModel::Proportional);
  const std::pmr::vector<double> direct{0};
  attribution.follow(direct);
  EXPECT_EQ(attribution.cost(0), 0);
  EXPECT_TRUE(attribution.worst_chain().empty());
}

}  // namespace
}  // namespace tarry::analysis

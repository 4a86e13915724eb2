// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/propagation.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

constexpr model::LocationIndex kCause{0}, kNext{1}, kLast{2};

DelayPair pair(model::LocationIndex cause, std::uint32_t order, model::LocationIndex victim,
               std::uint32_t wait, std::uint32_t own_waits, double cost, double passed_on) {
  DelayPair out;
  out.cause = cause;
  out.order = order;
  out.victim = victim;
  out.wait = wait;
  out.end_wait = own_waits;
  out.cost = {cost, 2 * cost};
  out.passed_on = {passed_on, passed_on};
  out.channel = DelayChannel::LateSender;
  return out;
}

// A makes B wait 2, which makes C wait 4. Half a unit per tick of C's cost is passed on to B's
// wait.
TEST(Propagation, CostsGoBackThroughTheWaits) {
  const std::pmr::vector<WaitNode> waits{{kNext, 0, base::Ticks{2}}, {kLast, 0, base::Ticks{4}}};
  const std::pmr::vector<DelayPair> pairs{pair(kCause, 0, kNext, 0, 0, 2, 0),
                                          pair(kNext, 1, kLast, 0, 1, 4, 0.125)};
  Propagation propagation(waits, pairs, 3);
  const auto costs = propagation.long_term(DelayChannel::LateSender);
  ASSERT_EQ(costs.size(), 2u);
  EXPECT_EQ(costs[0], (CostsByModel{4 * 0.125 * 2, 8 * 0.125 * 2}));
  EXPECT_EQ(costs[1], CostsByModel{});
  EXPECT_FALSE(propagation.is_late()[0]);
  EXPECT_FALSE(propagation.is_late()[1]);
  EXPECT_TRUE(propagation.long_term(DelayChannel::Barrier).empty());
}

// This happens only in damaged traces: A waits for B and B for A, each after its own wait. The pass
// ends, and a pair whose cause came too early is marked.
TEST(Propagation, WaitsThatDependOnEachOtherAreLate) {
  const std::pmr::vector<WaitNode> waits{{kCause, 0, base::Ticks{1}}, {kNext, 0, base::Ticks{1}}};
  const std::pmr::vector<DelayPair> pairs{pair(kCause, 1, kNext, 0, 1, 1, 1),
                                          pair(kNext, 1, kCause, 0, 1, 1, 1)};
  Propagation propagation(waits, pairs, 2);
  EXPECT_NE(propagation.is_late()[0], propagation.is_late()[1]);
  EXPECT_EQ(propagation.long_term(DelayChannel::LateSender).size(), 2u);
}

}  // namespace
}  // namespace tarry::analysis

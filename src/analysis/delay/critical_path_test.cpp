// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/critical_path.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

constexpr model::LocationIndex kEarly{0}, kLate{1};
constexpr std::uint32_t kOpen = PathSegment::kOpen;

DelayPair pair(model::LocationIndex cause, std::uint32_t order, model::LocationIndex victim,
               std::uint32_t wait) {
  DelayPair out;
  out.cause = cause;
  out.order = order;
  out.victim = victim;
  out.wait = wait;
  return out;
}

void expect(const std::vector<PathSegment>& path,
            const std::vector<std::tuple<model::LocationIndex, std::uint32_t, std::uint32_t>>& is) {
  ASSERT_EQ(path.size(), is.size());
  for (std::size_t i = 0; i < is.size(); ++i)
    EXPECT_EQ(std::tuple(path[i].location, path[i].begin, path[i].end), is[i]) << i;
}

// A waits at its point 2 for what B does before its point 1. B's own wait after that, at its end,
// is not on the path.
TEST(CriticalPath, GoesOverAtEveryWait) {
  const std::pmr::vector<WaitNode> waits{{kEarly, 2, {}}, {kLate, 4, {}}};
  const std::pmr::vector<DelayPair> pairs{pair(kEarly, 3, kLate, 0), pair(kLate, 1, kEarly, 0)};
  expect(critical_path(waits, pairs, 2, {kEarly, kOpen, 5}), {{kEarly, 2, 5}, {kLate, kOpen, 1}});
}

TEST(CriticalPath, GoesPastWaitsWithoutACause) {
  const std::pmr::vector<WaitNode> waits{{kEarly, 2, {}}, {kEarly, 3, {}}};
  std::pmr::vector<DelayPair> pairs{pair(kLate, 7, kEarly, 0),
                                    pair(kLate, DelayPair::kNowhere, kEarly, 1)};
  expect(critical_path(waits, pairs, 2, {kEarly, kOpen, 5}), {{kEarly, 2, 5}, {kLate, kOpen, 7}});
}

TEST(CriticalPath, EndsInDamagedTracesToo) {
  const std::pmr::vector<WaitNode> waits{{kEarly, 0, {}}, {kLate, 0, {}}};
  const std::pmr::vector<DelayPair> pairs{pair(kEarly, 1, kLate, 0), pair(kLate, 1, kEarly, 0)};
  EXPECT_EQ(critical_path(waits, pairs, 2, {kEarly, kOpen, 2}).size(), waits.size() + 1);
}

}  // namespace
}  // namespace tarry::analysis

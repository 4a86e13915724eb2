// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/critical_path.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

constexpr model::LocationIndex kA{0}, kB{1};
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
  const std::pmr::vector<WaitNode> waits{{kA, 2, {}}, {kB, 4, {}}};
  const std::pmr::vector<DelayPair> pairs{pair(kA, 3, kB, 0), pair(kB, 1, kA, 0)};
  expect(critical_path(waits, pairs, 2, {kA, kOpen, 5}), {{kA, 2, 5}, {kB, kOpen, 1}});
}

TEST(CriticalPath, GoesPastWaitsWithoutACause) {
  const std::pmr::vector<WaitNode> waits{{kA, 2, {}}, {kA, 3, {}}};
  std::pmr::vector<DelayPair> pairs{pair(kB, 7, kA, 0), pair(kB, DelayPair::kNowhere, kA, 1)};
  expect(critical_path(waits, pairs, 2, {kA, kOpen, 5}), {{kA, 2, 5}, {kB, kOpen, 7}});
}

TEST(CriticalPath, EndsInDamagedTracesToo) {
  const std::pmr::vector<WaitNode> waits{{kA, 0, {}}, {kB, 0, {}}};
  const std::pmr::vector<DelayPair> pairs{pair(kA, 1, kB, 0), pair(kB, 1, kA, 0)};
  EXPECT_EQ(critical_path(waits, pairs, 2, {kA, kOpen, 2}).size(), waits.size() + 1);
}

}  // namespace
}  // namespace tarry::analysis

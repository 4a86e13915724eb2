// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/inner_wait.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

using model::Ticks;

CollectiveMember member(std::int64_t begin, std::int64_t from, std::int64_t end) {
  CollectiveMember made;
  made.begin = Ticks{begin};
  made.waiting_from = Ticks{from};
  made.end = Ticks{end};
  return made;
}

TEST(Arrivals, TheLastOfAnotherMemberCounts) {
  std::vector<CollectiveMember> members{member(1, 1, 9), member(4, 4, 5), member(8, 8, 10)};
  const CollectiveInstance instance{members};
  Arrivals arrivals;
  arrivals.of(instance, false);
  ASSERT_TRUE(arrivals.last_for(instance, 0));
  EXPECT_EQ(arrivals.last_for(instance, 0)->member, 2u);
  EXPECT_FALSE(arrivals.last_for(instance, 2));
  members[0].wait = Ticks{7};
  EXPECT_FALSE(arrivals.last_for(instance, 0)) << "it has waited for that one";
}

TEST(Arrivals, OfANonblockingOperationAlsoTheReturnToCompleteIt) {
  std::vector<CollectiveMember> members{member(0, 2, 9), member(0, 8, 10), member(0, 5, 5)};
  const CollectiveInstance instance{members};
  Arrivals arrivals;
  arrivals.of(instance, true);
  ASSERT_TRUE(arrivals.last_for(instance, 0));
  EXPECT_EQ(arrivals.last_for(instance, 0)->member, 1u);
  EXPECT_TRUE(arrivals.last_for(instance, 0)->to_complete);
}

}  // namespace
}  // namespace tarry::analysis

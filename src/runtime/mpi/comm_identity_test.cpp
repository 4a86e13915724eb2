// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/comm_identity.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace tarry::runtime::mpi {
namespace {

CommKey members(std::vector<int> ranks) { return hash_members(ranks.data(), ranks.size()); }

TEST(CommIdentity, MembersCountInTheirOrder) {
  EXPECT_EQ(members({0, 1, 2}), members({0, 1, 2}));
  EXPECT_NE(members({0, 1, 2}), members({0, 2, 1}));
  EXPECT_NE(members({0, 1}), members({0, 1, 0}));
  EXPECT_NE(members({}), members({0}));
}

TEST(CommIdentity, RanksOfAnotherJobAreOthers) {
  const int ranks[] = {0, 1};
  EXPECT_NE(hash_members(ranks, 2, CommKey{7, 8}), members({0, 1}));
  EXPECT_NE(hash_members(ranks, 2, CommKey{7, 8}), hash_members(ranks, 2, CommKey{7, 9}));
  EXPECT_NE(hash_ordered(kWorldKey, kSelfKey), hash_ordered(kSelfKey, kWorldKey));
}

TEST(CommIdentity, BothSidesOfAnIntercommunicatorAgree) {
  const CommKey even = members({0, 2});
  const CommKey odd = members({1, 3});
  EXPECT_EQ(hash_unordered(even, odd), hash_unordered(odd, even));
  EXPECT_NE(hash_unordered(even, odd), hash_unordered(even, even));
}

TEST(CommIdentity, EverythingAboutACreationCounts) {
  std::set<CommKey> keys{kWorldKey, kSelfKey};
  const CommKey all = members({0, 1, 2, 3});
  for (const CommKey parent : {kWorldKey, kSelfKey})
    for (const Creation how : {Creation::Duplicate, Creation::Split, Creation::CreateGroup})
      for (int number = 0; number < 10; ++number)
        for (const CommKey who : {all, members({0, 1}), members({2, 3})}) {
          const auto sequence = static_cast<std::uint64_t>(number);
          EXPECT_TRUE(keys.insert(collective_identity(parent, how, sequence, who)).second);
          for (std::uint64_t repetition = 0; repetition < 3; ++repetition)
            EXPECT_TRUE(keys.insert(group_identity(parent, how, number, repetition, who)).second);
        }
}

}  // namespace
}  // namespace tarry::runtime::mpi

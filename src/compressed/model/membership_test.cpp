// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/membership.h"

#include <gtest/gtest.h>

namespace tarry::compressed {
namespace {

// The fields are name, members, other group, whether it is SELF, whether it is an
// intercommunicator.
const std::vector<Communicator> kCommunicators{{"world", {0, 1, 2, 3, 4, 5}, {}, false, false},
                                               {"self", {}, {}, true, false},
                                               {"odd", {5, 3, 1}, {}, false, false},
                                               {"inter", {0, 2}, {1, 3, 5}, false, true}};

TEST(Membership, PeersAreWorldRanks) {
  const Memberships of_two = memberships(kCommunicators, 2);
  ASSERT_EQ(of_two.size(), 3u);  // world, self, inter
  EXPECT_EQ(of_two[0].world_rank(3), 5u);
  EXPECT_EQ(of_two[0].world_rank(6), std::nullopt);
  EXPECT_EQ(of_two[0].world_rank(-1), std::nullopt);
  EXPECT_EQ(of_two[1].world_rank(0), 2u);
  EXPECT_EQ(of_two[1].world_rank(1), std::nullopt);
  EXPECT_EQ(of_two[2].communicator, 3u);
  EXPECT_EQ(of_two[2].world_rank(0), 3u);  // rank 1 of the other group
  const Memberships of_five = memberships(kCommunicators, 5);
  ASSERT_EQ(of_five.size(), 4u);
  EXPECT_EQ(of_five[2].world_rank(1), 3u);  // communicator rank 0 -> 1
  EXPECT_EQ(of_five[3].world_rank(1), 2u);  // rank 2 + 1 modulo 2 of the first group
}

TEST(Membership, AllRanksAtOnce) {
  const std::vector<Memberships> all = memberships_by_rank(kCommunicators, 6);
  for (std::uint32_t rank = 0; rank < 6; ++rank) {
    const Memberships one = memberships(kCommunicators, rank);
    ASSERT_EQ(all[rank].size(), one.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(all[rank][i].communicator, one[i].communicator);
      EXPECT_EQ(all[rank][i].process, rank);
      EXPECT_EQ(all[rank][i].place.rank, one[i].place.rank);
      EXPECT_EQ(all[rank][i].peers().size(), one[i].place.peers);
      EXPECT_EQ(all[rank][i].peers()[0], one[i].peers()[0]);
    }
  }
}

TEST(Membership, ARankThatIsThereTwiceCountsOnce) {
  const std::vector<Communicator> damaged{{"twice", {1, 0, 1}, {1}, false, true}};
  EXPECT_EQ(memberships(damaged, 1).size(), 1u);
  EXPECT_EQ(memberships_by_rank(damaged, 2)[1].size(), 1u);
  EXPECT_EQ(memberships_by_rank(damaged, 2)[1][0].place.rank, 0u);
}

TEST(Membership, RelativeAndBack) {
  const CommPlace place{3, 5};
  for (std::uint32_t peer = 0; peer < 5; ++peer)
    EXPECT_EQ(place.absolute(place.relative(peer)), peer);
  EXPECT_EQ(place.relative(4), 1);
  EXPECT_EQ(place.relative(7), 7);
  EXPECT_EQ(place.absolute(7), 7u);
  EXPECT_EQ(place.within(4), 4);
  EXPECT_EQ(place.within(7), 2);
  EXPECT_EQ(place.within(-1), -1);
  EXPECT_EQ((CommPlace{0, 0}.within(7)), 7);
}

}  // namespace
}  // namespace tarry::compressed

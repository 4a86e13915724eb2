// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/host_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace tarry::runtime::mpi {
namespace {

std::vector<std::uint32_t> children(std::uint32_t host, std::uint32_t hosts) {
  std::vector<std::uint32_t> out;
  for_each_child(host, hosts, [&](std::uint32_t child) { out.push_back(child); });
  return out;
}

TEST(HostTree, ServesTheLargestPartFirst) {
  EXPECT_THAT(children(0, 1), testing::IsEmpty());
  EXPECT_THAT(children(0, 7), testing::ElementsAre(4, 2, 1));
  EXPECT_THAT(children(4, 7), testing::ElementsAre(6, 5));
  EXPECT_THAT(children(0, 8), testing::ElementsAre(4, 2, 1));
  EXPECT_THAT(children(3, 8), testing::IsEmpty());
}

TEST(HostTree, ParentsAndChildrenAgree) {
  for (std::uint32_t hosts = 1; hosts <= 64; ++hosts) {
    std::vector<int> asked(hosts, 0);
    for (std::uint32_t host = 0; host < hosts; ++host)
      for (const std::uint32_t child : children(host, hosts)) {
        ASSERT_LT(child, hosts);
        EXPECT_EQ(parent_of(child), host);
        ++asked[child];
      }
    EXPECT_EQ(asked[0], 0);
    EXPECT_EQ(std::count(asked.begin() + 1, asked.end(), 1), hosts - 1) << hosts << " hosts";
  }
}

// Each exchange takes one round, and a host begins to serve when it was served.
TEST(HostTree, IsDoneAfterAsManyRoundsAsItIsDeep) {
  for (std::uint32_t hosts = 1; hosts <= 64; ++hosts) {
    std::vector<int> served(hosts, 0);
    for (std::uint32_t host = 0; host < hosts; ++host) {
      int round = served[host];
      for (const std::uint32_t child : children(host, hosts)) served[child] = ++round;
    }
    EXPECT_EQ(*std::max_element(served.begin(), served.end()), std::bit_width(hosts - 1))
        << hosts << " hosts";
  }
}

}  // namespace
}  // namespace tarry::runtime::mpi

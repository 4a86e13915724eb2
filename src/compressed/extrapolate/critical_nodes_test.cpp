// SPDX-License-Identifier: BSD-3-Clause
// The numbers are those of X. Wu, "Scalable Communication Tracing for Performance Analysis of
// Parallel Applications", dissertation, NC State University, 2013, figures 3.1 and 3.2.
#include "compressed/extrapolate/critical_nodes.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace tarry::compressed {
namespace {

// Returns the groups of ranks with equal sets of relative peers in a stencil.
std::vector<std::uint32_t> groups_of_stencil(const std::vector<std::uint32_t>& extents,
                                             bool is_periodic) {
  const Grid grid(extents_of(extents));
  const auto ranks = static_cast<std::uint32_t>(grid.extents().ranks());
  std::map<std::set<std::uint32_t>, std::uint32_t> known;
  std::vector<std::uint32_t> out;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    std::set<std::uint32_t> peers;
    std::uint32_t stride = 1;
    for (std::size_t d = 0; d < extents.size(); ++d) {
      const std::uint32_t at = grid.coordinates(rank)[d];
      for (const std::uint32_t step : {1u, extents[d] - 1}) {
        const bool goes_around = step == 1 ? at + 1 == extents[d] : at == 0;
        if (goes_around && !is_periodic) continue;
        peers.insert((grid.moved(rank, step * stride) + ranks - rank) % ranks);
      }
      stride *= extents[d];
    }
    out.push_back(known.try_emplace(peers, static_cast<std::uint32_t>(known.size())).first->second);
  }
  return out;
}

// A mesh of width 4 and height 5 that goes around: each row is A B B C.
TEST(CriticalNodes, ATorusHasThreeGroups) {
  const std::vector<std::uint32_t> groups = groups_of_stencil({4, 5}, true);
  EXPECT_EQ(std::vector<std::uint32_t>(groups.begin(), groups.begin() + 4),
            (std::vector<std::uint32_t>{0, 1, 1, 2}));
  const CriticalNodes found = critical_nodes(groups);
  EXPECT_EQ(found.group_sizes, (std::vector<std::uint32_t>{5, 10, 5}));
  EXPECT_EQ(found.loop_length, 4u);
  EXPECT_EQ(extents_by_critical_nodes(groups, 2), (extents_of({4, 5})));
}

// In figure 3.2 the critical nodes A to D enclose 3 and 12 ranks.
TEST(CriticalNodes, EncloseRowsAndPlanes) {
  std::vector<std::uint32_t> plane(12, 9);
  plane[0] = 0;   // A
  plane[2] = 1;   // B
  plane[9] = 2;   // C
  plane[11] = 3;  // D
  std::vector<std::uint32_t> groups;
  for (int z = 0; z < 5; ++z) groups.insert(groups.end(), plane.begin(), plane.end());
  EXPECT_EQ(critical_nodes(groups).loop_length, 12u);
  EXPECT_EQ(extents_by_critical_nodes(groups, 3), (extents_of({3, 4, 5})));
}

TEST(CriticalNodes, OfOpenMeshesAreTheCorners) {
  EXPECT_EQ(critical_nodes(groups_of_stencil({4, 4}, false)).nodes,
            (std::vector<std::uint32_t>{0, 3, 12, 15}));
  EXPECT_EQ(critical_nodes(groups_of_stencil({4, 4, 4}, false)).nodes,
            (std::vector<std::uint32_t>{0, 3, 12, 15, 48, 51, 60, 63}));
  EXPECT_EQ(extents_by_critical_nodes(groups_of_stencil({4, 4, 4}, false), 3),
            (extents_of({4, 4, 4})));
}

// This is why the rule is not the one that decides: an inner strip of width one looks like a
// border.
TEST(CriticalNodes, ConfuseAnExtentOfThree) {
  EXPECT_NE(extents_by_critical_nodes(groups_of_stencil({3, 4, 5}, true), 3),
            (extents_of({3, 4, 5})));
}

TEST(CriticalNodes, OfARingAreNone) {
  const std::vector<std::uint32_t> ring(8, 0);
  EXPECT_EQ(critical_nodes(ring).loop_length, 1u);
  EXPECT_EQ(extents_by_critical_nodes(ring, 1), (extents_of({8})));
  EXPECT_EQ(extents_by_critical_nodes(ring, 2), std::nullopt);
}

}  // namespace
}  // namespace tarry::compressed

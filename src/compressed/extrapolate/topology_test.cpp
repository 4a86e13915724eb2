// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/topology.h"

#include <gtest/gtest.h>

#include <deque>

#include "compressed/synthetic/programs.h"

namespace tarry::compressed {
namespace {

using Sizes = std::vector<std::uint32_t>;

// Traces of a program in grids of several extents, and their topology.
class Bases {
 public:
  Bases(std::string_view program, const std::vector<Sizes>& extents) {
    for (const Sizes& each : extents) {
      const auto ranks = static_cast<std::uint32_t>(extents_of(each).ranks());
      const synthetic::Program made{program, ranks, 3, 1, each};
      traces_.push_back(compressed_program(made));
      base::Result<BaseTrace> base = base_trace(traces_.back(), extents_text(extents_of(each)));
      EXPECT_TRUE(base.ok());
      bases_.push_back(std::move(*base));
    }
  }
  [[nodiscard]] base::Result<Topology> topology() const {
    TRY_ASSIGN(std::vector<Topology> all, find_topologies(bases_));
    return std::move(all.front());
  }

 private:
  std::deque<Trace> traces_;
  std::vector<BaseTrace> bases_;
};

void expect_topology(std::string_view program, const std::vector<Sizes>& extents,
                     std::uint32_t classes) {
  const base::Result<Topology> found = Bases(program, extents).topology();
  ASSERT_TRUE(found.ok()) << program << ": " << found.error().message();
  for (std::size_t i = 0; i < extents.size(); ++i)
    EXPECT_EQ(extents_text(found->extents[i]), extents_text(extents_of(extents[i]))) << program;
  EXPECT_EQ(found->places.classes(), classes) << program;
}

const std::vector<Sizes> kLineExtents{{2}, {3}, {5}, {8}};
const std::vector<Sizes> kPlaneExtents{{2, 2}, {3, 3}, {2, 4}, {4, 3}};
const std::vector<Sizes> kCubeExtents{{2, 2, 2}, {3, 2, 2}, {2, 3, 4}, {3, 3, 3}};

TEST(Topology, RingsAndToriAreOneClass) {
  expect_topology("ring", kLineExtents, 1);
  expect_topology("torus-2d", kPlaneExtents, 1);
  expect_topology("torus-3d", kCubeExtents, 1);
  expect_topology("box-torus-2d", kPlaneExtents, 1);
  expect_topology("box-torus-3d", kCubeExtents, 1);
  expect_topology("everybody", kLineExtents, 1);
}

TEST(Topology, OpenMeshesHaveCornersEdgesAndAMiddle) {
  expect_topology("pipeline", kLineExtents, 3);
  expect_topology("stencil-1d", kLineExtents, 3);
  expect_topology("stencil-2d", {{3, 3}, {4, 3}, {4, 5}}, 9);
  expect_topology("box-2d", {{3, 3}, {4, 3}, {4, 5}}, 9);
  expect_topology("wavefront", {{3, 3}, {4, 3}, {5, 4}}, 9);
  expect_topology("stencil-3d", {{3, 3, 3}, {4, 3, 3}, {2, 3, 4}}, 27);
  expect_topology("box-3d", {{3, 3, 3}, {4, 3, 3}, {2, 3, 4}}, 27);
}

TEST(Topology, ButterfliesAreOneClassByExclusiveOr) {
  expect_topology("butterfly", {{2}, {4}, {8}, {16}}, 1);
}

TEST(Topology, RootsAreClassesOfTheirOwn) {
  expect_topology("master-worker", kLineExtents, 2);
  expect_topology("collectives", kLineExtents, 3);
}

TEST(Topology, CommunicatorsTellRowsAndColumns) {
  expect_topology("transpose", kPlaneExtents, 1);
  expect_topology("row-rotation", {{3, 3}, {4, 3}, {4, 5}}, 2);
}

TEST(Topology, RanksThatDifferAreNamed) {
  const base::Result<Topology> found = Bases("multigrid", {{4, 4}, {8, 8}}).topology();
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(
      found.error().message(),
      "ranks of a class behave differently: as 2x4x8 grid, ranks 2 and 4 are both 'x low, y "
      "middle, z low', but MPI_Irecv (in main) has bytes 32768 on rank 2 and 16384 on rank 4: "
      "8x8");
}

}  // namespace
}  // namespace tarry::compressed

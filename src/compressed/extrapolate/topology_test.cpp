// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/topology.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <utility>

#include "compressed/format/parser.h"
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

// Returns why traces of 11 and 13 ranks with these events have no topology.
std::string refusal(const std::string& of_11, const std::string& of_13) {
  std::deque<Trace> traces;
  std::vector<BaseTrace> bases;
  for (const auto& [name, events] : {std::pair{"11", of_11}, std::pair{"13", of_13}}) {
    const std::string ranks = name;
    base::Result<Trace> trace = parse_sound_text(
        "tarry-compressed-trace 1\nranks " + ranks + "\nframe 0 main\ncomm 0 MPI_COMM_WORLD [0.." +
            std::to_string(std::stoi(ranks) - 1) + "]\n" + events + "end\n",
        ranks);
    EXPECT_TRUE(trace.ok()) << trace.error().message();
    traces.push_back(std::move(*trace));
    base::Result<BaseTrace> base = base_trace(traces.back(), ranks + ".tct");
    EXPECT_TRUE(base.ok());
    bases.push_back(std::move(*base));
  }
  const auto found = find_topologies(bases);
  return found.ok() ? "accepted" : found.error().message();
}

// Returns what is said of rank 5 of 13 ranks, which must not differ from rank 1.
std::string odd_rank(const std::string& events) {
  std::string text = refusal(events, events);
  const std::string begin =
      "ranks of a class behave differently: as 13 grid, ranks 1 and 5 are both 'x middle', but ";
  if (text.starts_with(begin)) text.erase(0, begin.size());
  return text;
}

TEST(Topology, RanksWithFewerCallsAreNamed) {
  EXPECT_EQ(odd_rank("site 0 MPI_Init 0\nevent 0 loop=(1,1<0 5>2)\n"),
            "call 2 of rank 1 is MPI_Init (in main), where rank 5 has ended: 13.tct");
}

TEST(Topology, RanksWithOtherFunctionsAreNamed) {
  EXPECT_EQ(odd_rank("site 0 MPI_Init 0\nevent 0 loop=(1,0<0 5>1)\n"
                     "site 1 MPI_Initialized 0\nevent 1 loop=(1,1<0 5>0)\n"),
            "call 1 of rank 1 is MPI_Init (in main), that of rank 5 is MPI_Initialized (in main): "
            "13.tct");
}

TEST(Topology, RanksThatCompleteFewerRequestsAreNamed) {
  EXPECT_EQ(odd_rank("site 0 MPI_Isend 0\nevent 0 loop=(1,2) kind=start-send peer=1 tag=1 bytes=8\n"
                     "site 1 MPI_Waitsome 0\n"
                     "event 1 actions=1<0 5>2 kind=send-done request=0\n"),
            "MPI_Waitsome (in main) completes 2 actions on rank 1 and 1 on rank 5: 13.tct");
}

TEST(Topology, RanksWithOtherActionsAreNamed) {
  EXPECT_EQ(odd_rank("site 0 MPI_Start 0\nevent 0 kind=post-receive<0 5>start-send peer=1 tag=1 "
                     "posted-peer=1 posted-tag=1 bytes=8\n"),
            "MPI_Start (in main) does other actions on rank 1 than on rank 5: 13.tct");
}

TEST(Topology, RanksWithOtherPartnersAreNamed) {
  EXPECT_EQ(odd_rank("site 0 MPI_Send 0\nevent 0 kind=send peer=4<0 5>1 tag=1 bytes=8\n"),
            "MPI_Send (in main) has the partners (relative) 1 on rank 1 and 4 on rank 5, which are "
            "equal in no form: 13.tct");
}

TEST(Topology, RanksWithOtherCommunicatorsAreNamed) {
  EXPECT_EQ(odd_rank("comm 1 MPI_COMM_SELF self\nsite 0 MPI_Barrier 0\nevent 0 kind=collective "
                     "op=barrier root=none comm=1<0 5>0 bytes=0 received=0\n"),
            "rank 1 and rank 5 use other communicators: 13.tct");
}

// All ranks of the larger trace do the same, but those of the smaller one do not.
TEST(Topology, TracesThatNoGridExplainsAreRefused) {
  const std::string barrier = "site 0 MPI_Barrier 0\n";
  EXPECT_EQ(refusal(barrier + "event 0 loop=(1,1<0 5>2)\n", barrier + "event 0\n"),
            "no topology of one to three dimensions fits all traces: 13.tct (traces must be of one "
            "program, in grids of one kind)");
}

}  // namespace
}  // namespace tarry::compressed

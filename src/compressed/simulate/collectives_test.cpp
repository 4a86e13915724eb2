// SPDX-License-Identifier: BSD-3-Clause
// When collective operations end, by collectives.h and collective_cost.h.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compressed/simulate/program_fixture.h"

namespace tarry::simulate {
namespace {

using model::CollectiveOp;

TEST(Collectives, ABarrierEndsAfterTheLastRank) {
  Program program(5);
  for (std::uint32_t rank = 0; rank < 5; ++rank)
    program[rank].compute(rank == 3 ? 7'000 : 1'000).barrier();
  const Simulation made = simulated(program);
  for (std::uint32_t rank = 0; rank < 5; ++rank)
    EXPECT_EQ(ends(made, rank), Ends{7'010 + 3 * 110});  // log2 of 5, rounded up
}

TEST(Collectives, AnAllreduceTakesItsBytesInEachRound) {
  Program program(8);
  for (std::uint32_t rank = 0; rank < 8; ++rank) program[rank].compute(100 * rank).allreduce(64);
  for (std::uint32_t rank = 0; rank < 8; ++rank)
    EXPECT_EQ(ends(simulated(program), rank), Ends{710 + 3 * (110 + 64)});
}

TEST(Collectives, AnAlltoallIsLinear) {
  Program program(4);
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    program[rank].collective(CollectiveOp::Alltoall, 4 * 30, 4 * 30);
  EXPECT_EQ(ends(simulated(program), 2), Ends{10 + 3 * 110 + 3 * 30});
}

TEST(Collectives, OnlyTheRootOfABroadcastIsWaitedFor) {
  Program program(4);
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    program[rank]
        .compute(rank == 1 ? 5'000 : rank * 1'000)
        .collective(CollectiveOp::Bcast, rank == 1 ? 4 * 20 : 0, 20, 1)
        .compute(rank == 3 ? 9'000 : 0)
        .collective(CollectiveOp::Bcast, rank == 1 ? 4 * 20 : 0, 20, 1);
  const Simulation made = simulated(program);
  EXPECT_EQ(ends(made, 1), (Ends{5'010 + 40, 5'050 + 10 + 40}));
  EXPECT_EQ(ends(made, 0), (Ends{5'010 + 2 * 130, 5'060 + 2 * 130}));
  EXPECT_EQ(ends(made, 3).back(), 5'270 + 9'000 + 10);
}

// A trace does not tell who the neighbors are.
TEST(Collectives, NobodyWaitsForNeighbors) {
  Program program(4);
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    program[rank].compute(1'000 * rank).collective(CollectiveOp::NeighborAlltoall, 40, 40);
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    EXPECT_EQ(ends(simulated(program), rank), Ends{1'000 * rank + 10});
}

TEST(Collectives, OnlyTheRootOfAReductionWaits) {
  Program program(4);
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    program[rank]
        .compute(rank == 3 ? 5'000 : 1'000)
        .collective(CollectiveOp::Reduce, rank == 0 ? 20 : 20, rank == 0 ? 4 * 20 : 0, 0);
  const Simulation made = simulated(program);
  EXPECT_EQ(ends(made, 0), Ends{5'010 + 2 * 130});
  EXPECT_EQ(ends(made, 1), Ends{1'010 + 20});
  EXPECT_EQ(ends(made, 3), Ends{5'010 + 20});
}

TEST(Collectives, AScanWaitsForLowerRanks) {
  Program program(4);
  const Nanoseconds compute[] = {1'000, 4'000, 2'000, 8'000};
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    program[rank]
        .compute(static_cast<std::uint64_t>(compute[rank]))
        .collective(CollectiveOp::Scan, 8 * (4 - rank), 8 * (rank + 1));
  const Simulation made = simulated(program);
  EXPECT_EQ(ends(made, 0), Ends{1'010});
  EXPECT_EQ(ends(made, 1), Ends{4'010 + 118});
  EXPECT_EQ(ends(made, 2), Ends{4'010 + 2 * 118});
  EXPECT_EQ(ends(made, 3), Ends{8'010 + 2 * 118});
}

TEST(Collectives, ANonBlockingOperationIsWaitedForLater) {
  Program program(2);
  program[0].start_collective(CollectiveOp::Allreduce, 16, 16).compute(50).wait_all();
  program[1].compute(3'000).start_collective(CollectiveOp::Allreduce, 16, 16).wait_all();
  const Simulation made = simulated(program);
  EXPECT_EQ(ends(made, 0), (Ends{10, 3'010 + 118}));
  EXPECT_EQ(ends(made, 1), (Ends{3'010, 3'010 + 118}));
}

TEST(Collectives, PartsOfTheRanksMeetByThemselves) {
  Program program(4);
  program.communicator({0, 2});
  program.communicator({3, 1});
  program[0].on(1).compute(100).barrier();
  program[2].on(1).compute(200).barrier().send(0, 50);
  program[0].receive(1, 50);  // rank 2 is the second one of its communicator
  program[1].on(1).compute(7'000).barrier();
  program[3].on(1).barrier();
  // Ranks are those of the communicator, so the message of rank 2 goes to its rank 0.
  const Simulation made = simulated(program);
  ASSERT_TRUE(made.is_complete()) << testing::PrintToString(made.problems);
  EXPECT_EQ(ends(made, 0), (Ends{210 + 110, 320 + 10 + 150}));
  EXPECT_EQ(ends(made, 3), Ends{7'010 + 110});
}

TEST(Collectives, GroupsOfAnIntercommunicatorWaitForEachOther) {
  Program program(3);
  program.communicator({0, 1}, {2});
  program[0].on(1).compute(5'000).barrier();
  program[1].on(1).compute(1'000).barrier();
  program[2].on(1).compute(2'000).barrier();
  const Simulation made = simulated(program);
  EXPECT_EQ(ends(made, 0), Ends{5'010 + 110});
  EXPECT_EQ(ends(made, 1), Ends{2'010 + 110});  // only for rank 2
  EXPECT_EQ(ends(made, 2), Ends{5'010 + 110});
}

}  // namespace
}  // namespace tarry::simulate

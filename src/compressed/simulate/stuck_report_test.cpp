// SPDX-License-Identifier: BSD-3-Clause
// Programs that cannot end, or cannot be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compressed/simulate/program_fixture.h"
#include "compressed/simulate/waiting_cycle.h"

namespace tarry::simulate {
namespace {

using testing::ElementsAre;

TEST(StuckReport, ADeadlockIsReportedAndTheRestKept) {
  Program program(3);
  program[0].compute(10).send(1, 5'000, 4).receive(1, 5'000, 4);
  program[1].compute(20).send(0, 5'000, 4).receive(0, 5'000, 4);
  program[2].compute(1'000).barrier();
  const Simulation made = simulated(program);
  ASSERT_EQ(made.stuck.size(), 3u);
  EXPECT_EQ(
      made.stuck[0],
      (Stuck{0, 0, "MPI_Send", "rank 1 to receive its message with tag 4 on MPI_COMM_WORLD", {1}}));
  EXPECT_THAT(made.stuck[1].partners, ElementsAre(0u));
  EXPECT_EQ(made.stuck[2].what, "members of collective operation 1 on MPI_COMM_WORLD");
  EXPECT_THAT(made.stuck[2].partners, ElementsAre(0u, 1u));
}

TEST(StuckReport, WhatWasBeforeADeadlockIsKept) {
  Program program(2);
  program[0].barrier().receive(1, 8);
  program[1].barrier();
  const Simulation made = simulated(program);
  ASSERT_EQ(made.stuck.size(), 1u);
  EXPECT_EQ(made.stuck[0].call, 1u);
  EXPECT_EQ(ends(made, 0), Ends{10 + 110});
  EXPECT_EQ(made.calls, 2u);
}

TEST(StuckReport, AMessageThatNobodyReceivesIsReported) {
  Program program(2);
  program[0].send(1, 8, 3).send(1, 8, 3);
  program[1].barrier();
  program[0].barrier();
  const Simulation made = simulated(program);
  EXPECT_TRUE(made.stuck.empty());
  EXPECT_THAT(made.problems,
              ElementsAre("2 messages from rank 0 to rank 1 with tag 3 on MPI_COMM_WORLD are never "
                          "received"));
}

TEST(StuckReport, DifferentOperationsAreReported) {
  Program program(2);
  program[0].barrier();
  program[1].allreduce(8);
  EXPECT_THAT(simulated(program).problems,
              ElementsAre("rank 1 calls allreduce on MPI_COMM_WORLD where others call barrier"));
}

TEST(StuckReport, ARankThatGoesToAnImpossiblePeerEndsThere) {
  Program program(2);
  program[0].barrier().send(7, 8);
  program[1].barrier();
  const Simulation made = simulated(program);
  EXPECT_THAT(made.problems, ElementsAre("rank 0 ends after 1 calls: an operation is impossible "
                                         "(event 2)"));
}

TEST(StuckReport, TimesBeyondAllBoundsEndARank) {
  Program program(1);
  program[0].compute(1).barrier().compute(std::uint64_t{1} << 62).barrier();
  const Simulation made = simulated(program);
  EXPECT_THAT(made.problems,
              ElementsAre("rank 0 ends after 1 calls: its times are beyond all bounds"));
  EXPECT_EQ(ends(made, 0), Ends{11});
}

TEST(StuckReport, MessagesOfAnySizeEnd) {
  Program program(2);
  for (int i = 0; i < 100; ++i) {
    program[0].send(1, std::int64_t{1} << 62);
    program[1].receive(0, std::int64_t{1} << 62);
  }
  const Simulation made = simulated(program);
  EXPECT_FALSE(made.is_complete());
  EXPECT_GT(made.end, 0);
}

// Rank 0 waits for a cycle in which it is not.
TEST(StuckReport, FindsThoseThatWaitForEachOther) {
  Program program(4);
  program[0].receive(3, 8);
  program[1].receive(2, 8);
  program[2].receive(3, 8);
  program[3].receive(1, 8);
  EXPECT_THAT(waiting_cycle(simulated(program).stuck), ElementsAre(1u, 2u, 3u));
}

TEST(StuckReport, WaitingForARankThatHasEndedIsNoCycle) {
  Program program(2);
  program[0].receive(1, 8);
  program[1].plain("MPI_Wtime", 1);
  EXPECT_THAT(waiting_cycle(simulated(program).stuck), ElementsAre());
}

}  // namespace
}  // namespace tarry::simulate

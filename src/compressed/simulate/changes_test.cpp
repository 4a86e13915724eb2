// SPDX-License-Identifier: BSD-3-Clause
// What changes of a run make of its times.
#include "compressed/simulate/changes.h"

#include <gtest/gtest.h>

#include "compressed/simulate/program_fixture.h"

namespace tarry::simulate {
namespace {

using model::CollectiveOp;

TEST(Changes, ScaleComputationByFunction) {
  Program program(1);
  program[0].within("solve").compute(1'000).barrier().within("output").compute(600).barrier();
  Options options = simple_network();
  options.changes.computation = 0.5;
  EXPECT_EQ(ends(simulate(program.trace(), options), 0),
            (std::vector<Nanoseconds>{510, 510 + 310}));
  options.changes.by_function = {{"solve", 3}};
  EXPECT_EQ(ends(simulate(program.trace(), options), 0),
            (std::vector<Nanoseconds>{3'010, 3'010 + 310}));
  options.changes.by_function = {{"main", 2}, {"solve", 3}};  // the innermost one counts
  EXPECT_EQ(ends(simulate(program.trace(), options), 0),
            (std::vector<Nanoseconds>{3'010, 3'010 + 1'210}));
}

TEST(Changes, RefuseFunctionsThatAreNotThere) {
  Program program(1);
  program[0].within("solve").barrier();
  Changes changes;
  changes.by_function = {{"solve", 3}};
  EXPECT_TRUE(check_functions(program.trace(), changes).ok());
  changes.by_function["sole"] = 2;
  const base::Status refused = check_functions(program.trace(), changes);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::ErrorCode::Usage);
  EXPECT_EQ(refused.error().where, "sole");
}

// A message of twice the size is beyond the eager limit.
TEST(Changes, ScaleMessages) {
  Program program(2);
  program[0].send(1, 600);
  program[1].compute(5'000).receive(0, 600);
  Options options = simple_network();
  EXPECT_EQ(ends(simulate(program.trace(), options), 0), std::vector<Nanoseconds>{10});
  options.changes.message_size = 2;
  EXPECT_EQ(ends(simulate(program.trace(), options), 0),
            std::vector<Nanoseconds>{5'010 + 100 + 1'200});
}

// Returns the time of a collective operation that all ranks begin at once, without the overhead of
// the call.
Nanoseconds time_of(CollectiveOp op, Algorithm algorithm, std::uint32_t ranks, std::int64_t sent,
                    std::int64_t received, std::int64_t root = -1) {
  Program program(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    program[rank].collective(op, sent, received, root);
  Options options = simple_network();
  options.changes.algorithms = {{op, algorithm}};
  const Simulation made = simulate(program.trace(), options);
  EXPECT_TRUE(made.is_complete()) << testing::PrintToString(made.problems);
  EXPECT_EQ(made.messages, 0u);
  return made.end - 10;
}

// In each round: overhead of the send, bytes, latency.
TEST(Changes, ExchangeTheAlgorithmOfAnAllreduce) {
  constexpr std::int64_t kAll = 8 * 80;  // 80 bytes for each of 8 members
  const auto time = [&](Algorithm algorithm) {
    return time_of(CollectiveOp::Allreduce, algorithm, 8, kAll, kAll);
  };
  EXPECT_EQ(time(Algorithm::RecursiveDoubling), 3 * (10 + 80 + 100));
  EXPECT_EQ(time(Algorithm::Ring), 14 * (10 + 10 + 100));
  EXPECT_EQ(time(Algorithm::Pairwise), 14 * (10 + 10 + 100));
  EXPECT_EQ(time(Algorithm::Tree), 6 * (10 + 80 + 100));
  // Seven messages leave the root one after the other, each 80 ns behind the one before.
  EXPECT_EQ(time(Algorithm::Linear), (10 + 80 + 100) + (10 + 7 * 80 + 100));
}

// Ranks 1 and 3 hand their part to 0 and 2, which then exchange. What rank 0 needs from rank 4 is
// there by then; its own message takes the link for 80 ns before the result for rank 1 follows.
TEST(Changes, FoldMembersBeyondAPowerOfTwoIn) {
  constexpr std::int64_t kAll = 6 * 80;
  EXPECT_EQ(time_of(CollectiveOp::Allreduce, Algorithm::RecursiveDoubling, 6, kAll, kAll),
            2 * (10 + 80 + 100) + 10 + 80 + 80 + 100);
}

TEST(Changes, ExchangeTheAlgorithmOfABarrier) {
  EXPECT_EQ(time_of(CollectiveOp::Barrier, Algorithm::RecursiveDoubling, 5, 0, 0), 3 * 110);
  EXPECT_EQ(time_of(CollectiveOp::Barrier, Algorithm::Ring, 5, 0, 0), 8 * 110);
}

TEST(Changes, ExchangeTheAlgorithmOfAnAlltoall) {
  EXPECT_EQ(time_of(CollectiveOp::Alltoall, Algorithm::Pairwise, 4, 4 * 30, 4 * 30),
            3 * (10 + 30 + 100));
  EXPECT_EQ(time_of(CollectiveOp::Alltoall, Algorithm::Linear, 4, 4 * 30, 4 * 30),
            10 + 3 * 30 + 100);
}

// Every algorithm of every operation ends, for all roots and numbers of members.
TEST(Changes, AllAlgorithmsEnd) {
  for (const CollectiveOp op :
       {CollectiveOp::Barrier, CollectiveOp::Bcast, CollectiveOp::Scatter, CollectiveOp::Gather,
        CollectiveOp::Gatherv, CollectiveOp::Reduce, CollectiveOp::Allreduce,
        CollectiveOp::Allgather, CollectiveOp::Alltoall, CollectiveOp::Alltoallv,
        CollectiveOp::ReduceScatter, CollectiveOp::Scan, CollectiveOp::Exscan})
    for (const Algorithm algorithm : {Algorithm::Linear, Algorithm::Tree, Algorithm::Ring,
                                      Algorithm::RecursiveDoubling, Algorithm::Pairwise}) {
      if (!has_algorithm(op, algorithm)) continue;
      for (const std::uint32_t ranks : {1u, 2u, 3u, 7u, 8u, 13u}) {
        const std::int64_t root = has_root(op) ? ranks - 1 : -1;
        const auto bytes = std::int64_t{ranks} * 40;
        EXPECT_GE(time_of(op, algorithm, ranks, bytes, bytes, root), ranks > 1 ? 110 : 0)
            << info(op).word << " " << ranks;
      }
    }
}

TEST(Changes, KnowWhichAlgorithmsAnOperationHas) {
  EXPECT_EQ(algorithms_of(CollectiveOp::Alltoallv), "linear, pairwise");
  EXPECT_EQ(algorithms_of(CollectiveOp::CreateHandle), "");
  EXPECT_EQ(algorithm_named("recursive-doubling"), Algorithm::RecursiveDoubling);
  EXPECT_FALSE(algorithm_named("quick").has_value());
}

}  // namespace
}  // namespace tarry::simulate

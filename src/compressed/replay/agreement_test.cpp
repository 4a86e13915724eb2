// SPDX-License-Identifier: BSD-3-Clause
// Tests what the processes of a replay find out about each other, with threads in place of
// processes.
#include "compressed/replay/agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "compressed/replay/made_trace.h"
#include "workers/team_transport.h"

namespace tarry::replay {
namespace {

using testing::HasSubstr;

struct Found {
  compressed::Memberships comms;
  std::optional<Survey> own;
  std::string error;
  std::optional<Agreement> agreed;
};

std::vector<Found> agree(const compressed::Trace& trace, const Settings& settings = {}) {
  workers::SoleProcess process;
  const auto transports = workers::make_team_transports(process, trace.ranks);
  std::vector<Found> found(trace.ranks);
  std::vector<std::thread> threads;
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank)
    threads.emplace_back([&, rank] {
      Found& mine = found[rank];
      mine.comms = compressed::memberships(trace.communicators, rank);
      base::Result<Survey> own = survey(trace, rank, mine.comms, settings);
      ASSERT_TRUE(own.ok()) << own.error().message();
      mine.own = std::move(*own);
      base::Result<Agreement> agreed =
          agree_on(*mine.own, mine.comms, is_probabilistic(trace), *transports[rank]);
      if (agreed.ok())
        mine.agreed = std::move(*agreed);
      else
        mine.error = agreed.error().message();
    });
  for (std::thread& thread : threads) thread.join();
  return found;
}

Action operation(CollectiveOp op, std::int64_t sent, std::int64_t received) {
  return MadeRank::operation(op, kWorld, compressed::kRootNone, sent, received);
}

TEST(Agreement, ChannelsWithTwoOpinionsHaveTheSmallerNumber) {
  const auto found = agree(MadeTrace(2).make([](MadeRank& rank) {
    rank.compute(1000 + 1000 * static_cast<std::uint64_t>(rank.rank()));
    for (int i = 0; i < 3 + rank.rank(); ++i)
      rank.call(rank.rank() == 0 ? "MPI_Send" : "MPI_Recv",
                {rank.rank() == 0 ? rank.send(1, 4, 2) : rank.receive(0, 4, 2)});
    if (rank.rank() == 0) rank.call("MPI_Send", {rank.send(1, 100, 3)});
  }));
  ASSERT_TRUE(found[0].agreed && found[1].agreed);
  const Channel from_0{0, 0, 2}, unheard{1, 0, 3};
  EXPECT_EQ(found[1].agreed->receives, (std::map<Channel, std::uint64_t>{{from_0, 3}}));
  EXPECT_EQ(found[0].agreed->sends, (std::map<Channel, std::uint64_t>{{unheard, 0}}));
  EXPECT_EQ(found[0].agreed->left_out, 1u);
  EXPECT_EQ(found[1].agreed->left_out, 1u);
  EXPECT_EQ(found[1].agreed->receive_room, 100u);
  EXPECT_DOUBLE_EQ(found[0].agreed->longest_ns, 2000 + 4 * 1000);
  EXPECT_DOUBLE_EQ(found[0].agreed->average_ns, 1500 + 4 * 1000);
}

TEST(Agreement, DifferentOperationsAreAnErrorForAll) {
  for (const auto& [op, what] : {std::pair{CollectiveOp::Barrier, 2}, {CollectiveOp::Bcast, 1}}) {
    const auto found = agree(MadeTrace(3).make([op = op, calls = what](MadeRank& rank) {
      const bool other = rank.rank() == 2;
      Action action = operation(other ? op : CollectiveOp::Barrier, 0, 0);
      action.root = 0;
      for (int i = 0; i < (other ? calls : 1); ++i) rank.call("MPI_X", {action});
    }));
    for (const Found& each : found) {
      EXPECT_FALSE(each.agreed);
      EXPECT_THAT(each.error, HasSubstr("have recorded different collective operations"));
    }
  }
}

TEST(Agreement, CountsOfAllMembers) {
  const auto found = agree(MadeTrace(3).make([](MadeRank& rank) {
    const std::int64_t own[] = {1, 4, 2};
    for (int i = 0; i < 5; ++i)
      rank.call("MPI_Allgatherv",
                {operation(CollectiveOp::Allgatherv, 3 * (own[rank.rank()] + i), 7 + 3 * i)});
  }));
  for (std::uint32_t rank = 0; rank < 3; ++rank) {
    ASSERT_TRUE(found[rank].agreed);
    CollectivePlan plan(found[rank].comms, ElementSizes({}), found[rank].agreed->known, 10);
    for (std::uint64_t i = 0; i < 5; ++i)
      EXPECT_THAT(plan.next(operation(CollectiveOp::Allgatherv, 0, 0)).from,
                  testing::ElementsAre(10 * (1 + i), 10 * (4 + i), 10 * (2 + i)));
  }
}

// Drawn blocks differ between members, so all use their mean.
TEST(Agreement, BlocksWithSeveralOpinions) {
  const auto found = agree(MadeTrace(2).make([](MadeRank& rank) {
    rank.call("MPI_Allreduce", {operation(CollectiveOp::Allreduce, 16, 16)});
    const std::int64_t sum = 2 * (10 + 5 * rank.rank());
    rank.call("MPI_Allreduce", {operation(CollectiveOp::Allreduce, sum, sum)});
  }));
  for (const Found& each : found) {
    ASSERT_TRUE(each.agreed);
    CollectivePlan plan(each.comms, ElementSizes({}), each.agreed->known, 1);
    EXPECT_EQ(plan.next(operation(CollectiveOp::Allreduce, 16, 16)).block, 8u);
    EXPECT_EQ(plan.next(operation(CollectiveOp::Allreduce, 0, 0)).block, 13u);
    EXPECT_GE(each.agreed->receive_room, 13u);
  }
}

TEST(Survey, RefusesWhatContradictsItself) {
  const auto error_of = [](const std::function<void(MadeRank&)>& program) {
    const compressed::Trace trace = MadeTrace(2).make(program);
    const compressed::Memberships comms = compressed::memberships(trace.communicators, 0);
    const base::Result<Survey> found = survey(trace, 0, comms, {});
    return found.ok() ? std::string() : found.error().message();
  };
  EXPECT_THAT(error_of([](MadeRank& rank) {
                rank.call("MPI_Wait", {MadeRank::done(ActionKind::SendDone, 0)});
              }),
              HasSubstr("not open"));
  EXPECT_THAT(error_of([](MadeRank& rank) {
                rank.call("MPI_Isend", {rank.send(1, 4, 0, ActionKind::StartSend)});
                rank.call("MPI_Wait", {rank.got(1, 4, 0, 0)});
              }),
              HasSubstr("another kind"));
  EXPECT_THAT(error_of([](MadeRank& rank) { rank.call("MPI_Send", {rank.send(1, -4)}); }),
              HasSubstr("negative"));
  EXPECT_THAT(error_of([](MadeRank& rank) {
                Action action = rank.send(1, 4);
                action.peer = 2;
                rank.call("MPI_Send", {action});
              }),
              HasSubstr("the communicator does not have"));
  EXPECT_THAT(error_of([](MadeRank& rank) {
                Action action = rank.send(1, 4);
                action.comm = 3;
                rank.call("MPI_Send", {action});
              }),
              HasSubstr("not in"));
  EXPECT_THAT(error_of([](MadeRank& rank) {
                Action action = operation(CollectiveOp::Bcast, 0, 0);
                action.root = 2;
                rank.call("MPI_Bcast", {action});
              }),
              HasSubstr("root"));
  EXPECT_THAT(error_of([](MadeRank& rank) {
                rank.call("MPI_Send", {rank.send(1, std::int64_t{3} << 30)});
              }),
              HasSubstr("2 GiB"));
}

}  // namespace
}  // namespace tarry::replay

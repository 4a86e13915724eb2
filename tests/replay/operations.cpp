// SPDX-License-Identifier: BSD-3-Clause
// Traces of collective operations.
#include <algorithm>
#include <cctype>
#include <functional>
#include <string>

#include "makers.h"

namespace tarry::replay {
namespace {

using compressed::Trace;

constexpr std::uint64_t kMicrosecond = 1000;

struct Shape {
  CollectiveOp op;
  const char* function;
  bool rooted;
  std::int64_t sent, received;  // bytes of one member
  std::int64_t root_sent, root_received;
};

// Performs each operation in both forms, on all ranks, on halves of odd and even ranks, and on a
// single one.
Trace operations(std::uint32_t ranks) {
  MadeTrace trace(ranks);
  trace.communicators.push_back({"MPI_COMM_SELF", {}, {}, true, false});
  for (std::uint32_t part = 0; part < 2; ++part) {
    compressed::Communicator half{"half", {}, {}, false, false};
    // The members are in reverse order, so their ranks differ from those in the world.
    for (std::uint32_t rank = ranks; rank-- > 0;)
      if (rank % 2 == part) half.members.push_back(rank);
    trace.communicators.push_back(half);
  }
  return trace.make([&](MadeRank& rank) {
    const auto world = static_cast<std::int64_t>(ranks);
    const std::int64_t members[] = {world, 1, world / 2};
    const std::int64_t seats[] = {rank.rank(), 0, (world - 1 - rank.rank()) / 2};
    rank.call("MPI_Init");
    rank.call("MPI_Comm_split");
    for (int round = 0; round < 4; ++round)
      for (std::int64_t comm = 0; comm < 3; ++comm) {
        const std::int64_t p = members[comm], seat = seats[comm], root = round % p;
        const std::int64_t b = 24 + 1000 * round, own = b + 8 * seat;
        const std::int64_t sum = p * b + 8 * p * (p - 1) / 2;
        const bool is_root = seat == root;
        const Shape shapes[] = {
            {CollectiveOp::Barrier, "barrier", false, 0, 0, 0, 0},
            {CollectiveOp::Bcast, "bcast", true, 0, b, p * b, b},
            {CollectiveOp::Gather, "gather", true, b, 0, b, p * b},
            {CollectiveOp::Scatter, "scatter", true, 0, b, p * b, b},
            {CollectiveOp::Reduce, "reduce", true, b, 0, b, p * b},
            {CollectiveOp::Reduce, "reduce", true, b, 0, 0, (p - 1) * b},
            {CollectiveOp::Gatherv, "gatherv", true, own, 0, own, sum},
            {CollectiveOp::Scatterv, "scatterv", true, 0, own, sum, own},
            {CollectiveOp::Allgather, "allgather", false, p * b, p * b, 0, 0},
            {CollectiveOp::Allgatherv, "allgatherv", false, p * own, sum, 0, 0},
            {CollectiveOp::Alltoall, "alltoall", false, p * b, p * b, 0, 0},
            {CollectiveOp::Alltoallv, "alltoallv", false, own, b + 8 * (p - 1 - seat), 0, 0},
            {CollectiveOp::Alltoallw, "alltoallw", false, own, own, 0, 0},
            {CollectiveOp::Allreduce, "allreduce", false, p * b, p * b, 0, 0},
            {CollectiveOp::Allreduce, "allreduce", false, (p - 1) * b, (p - 1) * b, 0, 0},
            {CollectiveOp::ReduceScatter, "reduce_scatter", false, sum, p * own, 0, 0},
            {CollectiveOp::ReduceScatterBlock, "reduce_scatter_block", false, p * b, p * b, 0, 0},
            {CollectiveOp::Scan, "scan", false, (p - seat) * b, (seat + 1) * b, 0, 0},
            {CollectiveOp::Exscan, "exscan", false, (p - seat - 1) * b, seat * b, 0, 0},
        };
        for (const Shape& shape : shapes) {
          const bool at_root = shape.rooted && is_root;
          const std::int64_t sent = at_root ? shape.root_sent : shape.sent;
          const std::int64_t received = at_root ? shape.root_received : shape.received;
          const std::int64_t where = shape.rooted ? root : compressed::kRootNone;
          std::string name = shape.function;
          Action action = MadeRank::operation(shape.op, comm, where, sent, received);
          name[0] = static_cast<char>(std::toupper(name[0]));
          rank.call("MPI_" + name, {action});
          action.kind = ActionKind::StartCollective;
          rank.call(std::string("MPI_I") + shape.function, {action});
          action.kind = ActionKind::CollectiveDone;
          rank.call("MPI_Wait", {action});
        }
      }
    rank.call("MPI_Comm_free");
    rank.call("MPI_Finalize");
  });
}

// Makes steps with a barrier, at which all wait for the last.
Trace steps(std::uint32_t ranks,
            const std::function<std::uint64_t(std::uint32_t, std::uint32_t)>& nanoseconds) {
  constexpr std::uint64_t kBarrier = 20 * kMicrosecond;
  return MadeTrace(ranks).make([&](MadeRank& rank) {
    rank.call("MPI_Init");
    for (std::uint32_t step = 0; step < 300; ++step) {
      std::uint64_t latest = 0;
      for (std::uint32_t each = 0; each < ranks; ++each)
        latest = std::max(latest, nanoseconds(each, step));
      const std::uint64_t own = nanoseconds(static_cast<std::uint32_t>(rank.rank()), step);
      rank.compute(own);
      rank.call("MPI_Barrier",
                {MadeRank::operation(CollectiveOp::Barrier, kWorld, compressed::kRootNone, 0, 0)},
                latest - own + kBarrier);
    }
    rank.call("MPI_Finalize");
  });
}

// The same rank is always the last.
Trace imbalance(std::uint32_t ranks) {
  return steps(ranks, [](std::uint32_t rank, std::uint32_t) { return (2 + rank) * 1'000'000; });
}

// The last rank changes.
Trace noise(std::uint32_t ranks) {
  return steps(ranks, [](std::uint32_t rank, std::uint32_t step) {
    return 2'000'000 + (rank * 7919 + step * 104'729) % 1009 * 2000;
  });
}

Trace missing_operation(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    for (std::int64_t i = rank.rank() == 1 ? 1 : 0; i < 3; ++i)
      rank.call("MPI_Barrier",
                {MadeRank::operation(CollectiveOp::Barrier, kWorld, compressed::kRootNone, 0, 0)});
  });
}

}  // namespace

Makers make_operations() {
  return {{"operations", operations},
          {"imbalance", imbalance},
          {"noise", noise},
          {"missing_operation", missing_operation}};
}

}  // namespace tarry::replay

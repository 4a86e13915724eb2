// SPDX-License-Identifier: BSD-3-Clause
// Traces of messages.
#include <cstdint>

#include "makers.h"

namespace tarry::replay {
namespace {

using compressed::FoldOptions;
using compressed::Trace;

constexpr std::uint64_t kMicrosecond = 1000;

// Sends requests around a ring, with a large operation now and then, and uneven computation.
Trace ring(std::uint32_t ranks) {
  return MadeTrace(ranks).make([&](MadeRank& rank) {
    const std::int64_t right = (rank.rank() + 1) % ranks, left = (rank.rank() + ranks - 1) % ranks;
    rank.call("MPI_Init");
    for (int step = 0; step < 60; ++step) {
      rank.compute((100 + 20 * static_cast<std::uint64_t>(rank.rank())) * kMicrosecond);
      rank.call("MPI_Irecv", {rank.post(left, 7, 64)});
      rank.call("MPI_Isend", {rank.send(right, 8 + step % 3, 7, ActionKind::StartSend)});
      rank.compute(50 * kMicrosecond);
      rank.call("MPI_Waitall",
                {rank.got(left, 8 + step % 3, 7, 1), MadeRank::done(ActionKind::SendDone, 0)},
                30'000);
      if (step % 10 == 9)
        rank.call("MPI_Allreduce",
                  {MadeRank::operation(CollectiveOp::Allreduce, kWorld, compressed::kRootNone,
                                       64'000 * ranks, 64'000 * ranks)},
                  90'000);
    }
    rank.call("MPI_Finalize");
  });
}

// Sends one message in every way, between pairs of neighbors: 0 and 1, 2 and 3, ...
Trace messages(std::uint32_t ranks) {
  return MadeTrace(ranks).make([&](MadeRank& rank) {
    const std::int64_t other = rank.rank() ^ 1;
    const bool first = rank.rank() < other;
    const auto start = [&](std::int64_t bytes, std::int64_t tag) {
      return rank.send(other, bytes, tag, ActionKind::StartSend);
    };
    rank.call("MPI_Init");
    rank.call("MPI_Comm_rank");
    for (int round = 0; round < 5; ++round) {
      std::int64_t tag = 0;
      for (const char* send : {"MPI_Send", "MPI_Ssend", "MPI_Bsend", "MPI_Rsend"}) {
        const std::int64_t bytes = 100'000 + ++tag;
        if (first)
          rank.call(send, {rank.send(other, bytes, tag)});
        else
          rank.call("MPI_Recv", {rank.receive(other, bytes, tag)});
      }
      for (const char* send : {"MPI_Isend", "MPI_Issend", "MPI_Ibsend", "MPI_Irsend"}) {
        const std::int64_t bytes = 50'000 + ++tag;
        if (first) {
          rank.call(send, {start(bytes, tag)});
          rank.call("MPI_Wait", {MadeRank::done(ActionKind::SendDone, 0)});
        } else {
          rank.call("MPI_Recv", {rank.receive(other, bytes, tag)});
        }
      }
      rank.call("MPI_Sendrecv", {rank.send(other, 70'000, 20), rank.receive(other, 70'000, 20)});
      // Both at once would exceed what the smallest MPI buffers, so they are sent when the receives
      // are there.
      rank.call("MPI_Send_init");
      rank.call("MPI_Startall", {rank.post(other, 21, 80'000), start(80'000, 21)});
      rank.call("MPI_Irecv", {rank.post(compressed::kAnyPeer, compressed::kAnyTag)});
      rank.call("MPI_Test");
      rank.call("MPI_Isend", {start(0, 22)});
      rank.call("MPI_Waitany", {rank.got(other, 0, 22, 1)});
      rank.call("MPI_Testsome", {MadeRank::done(ActionKind::SendDone, 1)});
      rank.call("MPI_Waitsome",
                {rank.got(other, 80'000, 21, 1), MadeRank::done(ActionKind::SendDone, 0)});
      rank.call("MPI_Probe");
      // A receive without a message, a message to oneself, and nothing at all.
      rank.call("MPI_Irecv", {rank.post(compressed::kAnyPeer, 99)});
      rank.call("MPI_Cancel");
      rank.call("MPI_Wait", {MadeRank::done(ActionKind::Cancelled, 0)});
      rank.call("MPI_Irecv", {rank.post(rank.rank(), 5, 12)});
      rank.call("MPI_Send", {rank.send(rank.rank(), 12, 5)});
      rank.call("MPI_Wait", {rank.got(rank.rank(), 12, 5, 0)});
      rank.call("MPI_Recv");  // from MPI_PROC_NULL
    }
    rank.call("MPI_Finalize");
  });
}

// All ranks send to rank 0, which receives from anybody and answers each sender. If messages were
// matched differently, the receives from the last rank would starve.
Trace anybody(std::uint32_t ranks) {
  return MadeTrace(ranks).make([&](MadeRank& rank) {
    for (int round = 0; round < 20; ++round) {
      if (rank.rank() != 0) {
        rank.call("MPI_Send", {rank.send(0, 16, round % 4)});
        rank.call("MPI_Recv", {rank.receive(0, 32, 1)});
        continue;
      }
      for (std::int64_t n = 1; n < ranks; ++n)
        rank.call("MPI_Irecv", {rank.post(compressed::kAnyPeer, compressed::kAnyTag, 16)});
      for (std::int64_t n = 1; n < ranks; ++n) {
        // The order of arrival differs from round to round; the oldest receive got the first
        // message.
        const std::int64_t from = 1 + (n + round) % (ranks - 1);
        rank.call("MPI_Waitany", {rank.got(from, 16, round % 4, ranks - 1 - n)});
        rank.call("MPI_Send", {rank.send(from, 32, 1)});
      }
    }
  });
}

// Peers and sizes have no pattern and become histograms.
Trace drawn(std::uint32_t ranks) {
  FoldOptions options;
  options.histogram_threshold = 1;
  return MadeTrace(ranks).make(
      [&](MadeRank& rank) {
        std::uint64_t state = 17 + static_cast<std::uint64_t>(rank.rank());
        const auto random = [&] { return (state = state * 6364136223846793005u + 1) >> 33; };
        rank.call("MPI_Init");
        for (int step = 0; step < 30; ++step) {
          rank.compute(20 * kMicrosecond);
          const Action message = rank.got(static_cast<std::int64_t>(random() % ranks), 100, 3, 0);
          rank.call("MPI_Irecv", {rank.post(compressed::kAnyPeer, 3, 100)});
          // No MPI buffers the large ones, so they need their receive.
          const auto bytes = static_cast<std::int64_t>(random() % 3 * 100'000 + 8);
          const auto to = static_cast<std::int64_t>(random() % ranks);
          if (random() % 2 == 0) {
            rank.call("MPI_Send", {rank.send(to, bytes, 3)});
            rank.call("MPI_Wait", {message}, 40'000);
          } else {
            rank.call("MPI_Isend", {rank.send(to, bytes, 3, ActionKind::StartSend)});
            rank.call("MPI_Waitall", {MadeRank::done(ActionKind::SendDone, 0), message}, 40'000);
          }
          if (step % 10 == 9)
            rank.call("MPI_Allreduce",
                      {MadeRank::operation(CollectiveOp::Allreduce, kWorld, compressed::kRootNone,
                                           8 * ranks, 8 * ranks)});
        }
        rank.call("MPI_Finalize");
      },
      options);
}

// X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel Applications",
// section 5.2.6, figure 5.6: operations recorded at different places happen at the same time.
Trace concurrent(std::uint32_t ranks) {
  constexpr std::uint64_t kLong = 200'000 * kMicrosecond;
  return MadeTrace(ranks).make([&](MadeRank& rank) {
    const std::int64_t other = rank.rank() ^ 1;
    if (rank.rank() % 2 == 0) {
      rank.call("MPI_Irecv", {rank.post(other, 1, 8)});
      rank.compute(kLong);
      rank.call("MPI_Wait", {rank.got(other, 8, 1, 0)});
    } else {
      rank.call("MPI_Send", {rank.send(other, 8, 1)});
      rank.compute(kLong);
    }
    rank.call("MPI_Finalize");
  });
}

// Rank 0 has sent one message more than rank 1 got, and rank 1 got one more from itself than it
// sent.
Trace one_sided_records(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    if (rank.rank() == 0)
      for (int i = 0; i < 3; ++i) rank.call("MPI_Ssend", {rank.send(1, 4, 2)});
    if (rank.rank() != 1) return;
    for (int i = 0; i < 2; ++i) rank.call("MPI_Recv", {rank.receive(0, 4, 2)});
    rank.call("MPI_Recv", {rank.receive(1, 4, 2)});
  });
}

// This works only with buffers, which a synchronous send does not have.
Trace crossed(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    const std::int64_t other = rank.rank() ^ 1;
    rank.call("MPI_Ssend", {rank.send(other, 4, 2)});
    rank.call("MPI_Recv", {rank.receive(other, 4, 2)});
  });
}

}  // namespace

Makers make_messages() {
  return {{"ring", ring},      {"messages", messages},     {"anybody", anybody},
          {"drawn", drawn},    {"concurrent", concurrent}, {"one_sided_records", one_sided_records},
          {"crossed", crossed}};
}

}  // namespace tarry::replay

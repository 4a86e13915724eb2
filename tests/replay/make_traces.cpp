// SPDX-License-Identifier: BSD-3-Clause
// Writes the traces of replay_test.py and bench/replay_accuracy, each for some number of ranks:
// NAME-RANKS.tct. usage: make_traces DIRECTORY RANKS NAME...
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>

#include "compressed/format/trace_file.h"
#include "compressed/replay/made_trace.h"

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

Trace unsupported(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    rank.call("MPI_Win_fence");
    rank.call("MPI_Put");
    rank.call("MPI_Barrier",
              {MadeRank::operation(CollectiveOp::Barrier, kWorld, compressed::kRootNone, 0, 0)});
  });
}

Action on_window(ActionKind kind, std::int64_t target = compressed::kAllTargets) {
  Action action;
  action.kind = kind;
  action.target = target;
  return action;
}

Action made_window(std::int64_t size, std::int64_t unit) {
  Action action;
  action.kind = ActionKind::MakeWindow;
  action.size = size;
  action.unit = unit;
  return action;
}

Action put(std::int64_t target, std::int64_t at, std::int64_t bytes,
           ActionKind kind = ActionKind::Access) {
  Action action = on_window(kind, target);
  action.at = at;
  action.bytes = bytes;
  return action;
}

// Two windows; each rank has a part of its own size and unit, and puts up to the end of the part of
// its right neighbor.
Trace windows(std::uint32_t ranks) {
  return MadeTrace(ranks).make([&](MadeRank& rank) {
    const std::int64_t right = 1 % ranks, left = ranks - 1;
    const std::int64_t unit_right = 1 << (rank.rank() + 1) % ranks;
    rank.call("MPI_Init");
    rank.call("MPI_Win_allocate",
              {made_window(24 * (std::int64_t{1} << rank.rank()), std::int64_t{1} << rank.rank())});
    rank.call("MPI_Win_create", {made_window(64, 8)});
    Action last = put(right, 24 - 24 / unit_right, 24);
    last.window = 1;
    Action older = on_window(ActionKind::Synchronize);
    older.window = 1;
    Action shared = on_window(ActionKind::Synchronize, left);
    for (int step = 0; step < 10; ++step) {
      rank.call("MPI_Win_fence", {older});
      rank.call("MPI_Put", {last});
      rank.call("MPI_Win_fence", {older});
      rank.call("MPI_Win_lock", {shared});
      Action get = put(left, 7, 0, ActionKind::StartAccess);
      get.received = 8;
      rank.call("MPI_Rget", {get});
      rank.call("MPI_Wait", {MadeRank::done(ActionKind::AccessDone, 0)});
      rank.call("MPI_Win_flush", {shared});
      rank.call("MPI_Win_unlock", {shared});
      rank.call("MPI_Win_post", {on_window(ActionKind::Synchronize, left)});
      rank.call("MPI_Win_start", {on_window(ActionKind::Synchronize, right)});
      rank.call("MPI_Win_complete", {on_window(ActionKind::Synchronize)});
      rank.call("MPI_Win_wait", {on_window(ActionKind::Synchronize)});
    }
    Action freed = on_window(ActionKind::FreeWindow);
    freed.window = 1;
    rank.call("MPI_Win_free", {freed});
    rank.call("MPI_Finalize");
  });
}

// The window of rank 0 ends one byte too early for what rank 1 puts.
Trace outside(std::uint32_t ranks) {
  return MadeTrace(ranks).make([&](MadeRank& rank) {
    rank.call("MPI_Win_allocate", {made_window(rank.rank() == 0 ? 15 : 16, 8)});
    rank.call("MPI_Win_fence", {on_window(ActionKind::Synchronize)});
    if (rank.rank() == 1) rank.call("MPI_Put", {put(ranks - 1, 1, 8)});
    rank.call("MPI_Win_fence", {on_window(ActionKind::Synchronize)});
  });
}

// Pairs that have gaps in memory, up to the end of a window that has none, and elements of no
// bytes.
Trace pairs(std::uint32_t ranks) {
  Trace trace = MadeTrace(ranks).make([&](MadeRank& rank) {
    rank.call("MPI_Win_create", {made_window(12000, 1)});
    rank.call("MPI_Win_fence", {on_window(ActionKind::Synchronize)});
    Action doubles = put(1 % ranks, 0, 12000);
    doubles.received = 12000;
    doubles.count = 1000;
    doubles.datatype = 0;
    doubles.reduction = 10;  // maxloc
    for (int i = 0; i < 10; ++i) rank.call("MPI_Get_accumulate", {doubles});
    rank.call("MPI_Win_fence", {on_window(ActionKind::Synchronize)});
    Action nothing = put(1 % ranks, 11999, 0);
    nothing.count = 1;
    rank.call("MPI_Fetch_and_op", {nothing});
    rank.call("MPI_Compare_and_swap", {nothing});
    rank.call("MPI_Win_fence", {on_window(ActionKind::Synchronize)});
  });
  trace.datatypes = {"MPI_DOUBLE_INT"};
  return trace;
}

Trace huge_window(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    rank.call("MPI_Win_create", {made_window(rank.rank() == 1 ? std::int64_t{1} << 60 : 8, 1)});
  });
}

Trace two_accesses(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    rank.call("MPI_Win_create", {made_window(8, 1)});
    rank.call("MPI_Put", {put(0, 0, 8), put(0, 0, 8)});
  });
}

Trace unknown_window(std::uint32_t ranks) {
  return MadeTrace(ranks).make([&](MadeRank& rank) {
    rank.call("MPI_Win_allocate", {made_window(compressed::kUnknown, compressed::kUnknown)});
    rank.call("MPI_Win_fence", {on_window(ActionKind::Synchronize)});
    rank.call("MPI_Put", {put(0, compressed::kUnknown, 8)});
    rank.call("MPI_Win_fence", {on_window(ActionKind::Synchronize)});
    rank.call("MPI_Barrier",
              {MadeRank::operation(CollectiveOp::Barrier, kWorld, compressed::kRootNone, 0, 0)});
  });
}

Action opened_file(std::int64_t name, std::int64_t mode, std::int64_t size = 0) {
  Action action;
  action.kind = ActionKind::OpenFile;
  action.name = name;
  action.mode = mode;
  action.size = size;
  return action;
}

Action on_file(ActionKind kind, std::int64_t at = compressed::kUnknown, std::int64_t bytes = 0) {
  Action action;
  action.kind = kind;
  action.at = at;
  action.bytes = bytes;
  return action;
}

Action deleted_file(std::int64_t name, std::int64_t mode = 0) {
  Action action;
  action.kind = ActionKind::DeleteFile;
  action.name = name;
  action.mode = mode;
  return action;
}

// A file of all, which rank 0 knows by another number and which is left open, and one that each
// rank has for itself: it is deleted before it exists, and again when it does.
Trace files(std::uint32_t ranks) {
  MadeTrace program(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    program.communicators.push_back({"MPI_COMM_SELF", {rank}, {}, false, false});
  return program.make([&](MadeRank& rank) {
    constexpr std::int64_t kReadWrite = compressed::kFileRead | compressed::kFileWrite;
    rank.call("MPI_Init");
    rank.call("MPI_File_delete", {deleted_file(1, compressed::kFileFailed)});
    Action own = opened_file(1, kReadWrite | compressed::kFileCreate | compressed::kFileExclusive);
    own.comm = 1;
    rank.call("MPI_File_open", {own});
    rank.call("MPI_File_open", {opened_file(rank.rank() == 0 ? 2 : 3, kReadWrite, 1000)});
    Action view = on_file(ActionKind::SetFile, 16 * rank.rank());
    view.size = 8;
    view.unit = 4;
    view.extent = 16 * ranks;
    rank.call("MPI_File_set_view", {view});
    for (int step = 0; step < 10; ++step) {
      rank.call("MPI_File_write_at_all", {on_file(ActionKind::Transfer, 2 * step, 80)});
      Action alone = on_file(ActionKind::StartTransfer, compressed::kUnknown, 7 + rank.rank());
      alone.file = 1;
      rank.call("MPI_File_iwrite", {alone});
      rank.call("MPI_Wait", {MadeRank::done(ActionKind::AccessDone, 0)});
      Action back = on_file(ActionKind::Transfer, 0);
      back.received = 12;
      rank.call("MPI_File_read_at_all_begin", {back});
      rank.call("MPI_File_read_at_all_end", {on_file(ActionKind::SetFile)});
    }
    Action closed = on_file(ActionKind::CloseFile);
    closed.file = 1;
    rank.call("MPI_File_close", {closed});
    rank.call("MPI_File_delete", {deleted_file(1)});
    rank.call("MPI_Finalize");
  });
}

Trace huge_file(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    rank.call("MPI_File_open", {opened_file(0, compressed::kFileRead, std::int64_t{1} << 61)});
  });
}

// No MPI writes to a file that is open to read.
Trace refused_write(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    rank.call("MPI_File_open", {opened_file(0, compressed::kFileRead, 8)});
    rank.call("MPI_File_write", {on_file(ActionKind::Transfer, compressed::kUnknown, 8)});
  });
}

// Rank 0 could not open the file.
Trace half_open(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    const std::int64_t failed = rank.rank() == 0 ? compressed::kFileFailed : 0;
    rank.call("MPI_File_open", {opened_file(0, compressed::kFileRead | failed, 8)});
  });
}

Trace another_file_call(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    rank.call("MPI_File_open", {opened_file(0, compressed::kFileRead)});
    rank.call(rank.rank() == 0 ? "MPI_File_sync" : "MPI_File_set_atomicity",
              {on_file(ActionKind::SetFile)});
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

Trace missing_operation(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    for (std::int64_t i = rank.rank() == 1 ? 1 : 0; i < 3; ++i)
      rank.call("MPI_Barrier",
                {MadeRank::operation(CollectiveOp::Barrier, kWorld, compressed::kRootNone, 0, 0)});
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
}  // namespace tarry::replay

int main(int argc, char** argv) {
  using namespace tarry;
  if (argc < 3) return 2;
  const auto ranks = static_cast<std::uint32_t>(std::atoi(argv[2]));
  const std::map<std::string, compressed::Trace (*)(std::uint32_t)> makers = {
      {"ring", replay::ring},
      {"messages", replay::messages},
      {"anybody", replay::anybody},
      {"operations", replay::operations},
      {"drawn", replay::drawn},
      {"concurrent", replay::concurrent},
      {"imbalance", replay::imbalance},
      {"noise", replay::noise},
      {"unsupported", replay::unsupported},
      {"windows", replay::windows},
      {"outside", replay::outside},
      {"pairs", replay::pairs},
      {"huge_window", replay::huge_window},
      {"two_accesses", replay::two_accesses},
      {"unknown_window", replay::unknown_window},
      {"files", replay::files},
      {"huge_file", replay::huge_file},
      {"refused_write", replay::refused_write},
      {"half_open", replay::half_open},
      {"another_file_call", replay::another_file_call},
      {"one_sided_records", replay::one_sided_records},
      {"missing_operation", replay::missing_operation},
      {"crossed", replay::crossed},
  };
  for (int i = 3; i < argc; ++i) {
    const auto maker = makers.find(argv[i]);
    if (maker == makers.end()) return 2;
    const std::string path =
        std::string(argv[1]) + "/" + argv[i] + "-" + std::to_string(ranks) + ".tct";
    const auto status =
        compressed::write_trace(path, maker->second(ranks), compressed::Packing::Text);
    if (status.ok()) continue;
    std::fprintf(stderr, "%s\n", status.error().message().c_str());
    return 1;
  }
  return 0;
}

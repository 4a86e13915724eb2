// SPDX-License-Identifier: BSD-3-Clause
// Traces of one-sided communication.
#include <cstdint>

#include "makers.h"

namespace tarry::replay {
namespace {

using compressed::Trace;

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

Trace unsupported(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    rank.call("MPI_Win_fence");
    rank.call("MPI_Put");
    rank.call("MPI_Barrier",
              {MadeRank::operation(CollectiveOp::Barrier, kWorld, compressed::kRootNone, 0, 0)});
  });
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

}  // namespace

Makers make_windows() {
  return {{"unsupported", unsupported},
          {"windows", windows},
          {"outside", outside},
          {"pairs", pairs},
          {"huge_window", huge_window},
          {"two_accesses", two_accesses},
          {"unknown_window", unknown_window}};
}

}  // namespace tarry::replay

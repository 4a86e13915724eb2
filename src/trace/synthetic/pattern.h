// SPDX-License-Identifier: BSD-3-Clause
// The communication patterns of generated traces. Each exists for the wait states it has.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tarry::trace::synthetic {

enum class PatternKind : std::uint8_t {
  LateSender,           // ring: to the right with MPI_Send, then from the left with MPI_Recv
  LateReceiver,         // pairs: MPI_Ssend and MPI_Recv
  WrongOrderSame,       // pairs: two messages, the later one received first
  WrongOrderDifferent,  // two processes send to a third, which takes the wrong one first
  Halo,                 // both neighbors in a ring, non-blocking, completed by MPI_Waitall
  Barrier,
  NxN,            // MPI_Allreduce
  LateBroadcast,  // MPI_Bcast, with each member in turn as the root
  EarlyReduce,    // MPI_Reduce, with each member in turn as the root
  EarlyScan,      // MPI_Scan
  Neighbors,      // MPI_Neighbor_alltoall in a ring
};

// The groups that communicate: all processes, or the rows or columns of a grid of them.
enum class GroupKind : std::uint8_t { World, Row, Column };

struct Pattern {
  PatternKind kind{};
  GroupKind group = GroupKind::World;
  std::uint64_t every = 1;  // in iterations first, first + every, ...
  std::uint64_t first = 0;
};

struct PatternName {
  PatternKind kind;
  std::string_view name;
};

inline constexpr std::array kPatternNames = {
    PatternName{PatternKind::LateSender, "late-sender"},
    PatternName{PatternKind::LateReceiver, "late-receiver"},
    PatternName{PatternKind::WrongOrderSame, "wrong-order-same"},
    PatternName{PatternKind::WrongOrderDifferent, "wrong-order-different"},
    PatternName{PatternKind::Halo, "halo"},
    PatternName{PatternKind::Barrier, "barrier"},
    PatternName{PatternKind::NxN, "nxn"},
    PatternName{PatternKind::LateBroadcast, "late-broadcast"},
    PatternName{PatternKind::EarlyReduce, "early-reduce"},
    PatternName{PatternKind::EarlyScan, "early-scan"},
    PatternName{PatternKind::Neighbors, "neighbors"},
};

// Parses "barrier", "nxn:row" or "halo/2+1": kind, group, every second iteration beginning with
// number 1.
base::Result<Pattern> parse_pattern(std::string_view text);

// The inverse of parse_pattern().
std::string to_text(const Pattern& pattern);

}  // namespace tarry::trace::synthetic

// SPDX-License-Identifier: BSD-3-Clause
// Computes the arguments of a collective call from the total bytes that each member sent and
// received in the trace, so that the call moves as many; this is the reverse of recording. The size
// of a block tells whether it was in place, where the trace has it. Otherwise the sums tell; if
// both are possible, blocks are taken as not in place.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/collective_op.h"

namespace tarry::replay {

struct Totals {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  friend bool operator==(const Totals&, const Totals&) = default;
};

// A member's place in the operation.
struct Seat {
  std::uint32_t members = 1;
  std::uint32_t rank = 0;
  std::uint32_t root = 0;  // only used by operations that have one
};

// One call of one member. Operations that create or free something become barriers.
struct CollectiveShape {
  model::CollectiveOp op = model::CollectiveOp::Barrier;
  std::uint32_t root = 0;
  bool in_place = false;
  std::uint64_t block = 0;  // bytes, in operations with equal blocks
  // Bytes for and from each member, in operations with counts. If one side is a single block, it is
  // at its own place; the block that a member of a Gatherv sends is at the root's.
  std::vector<std::uint64_t> to, from;
};

// An operation with equal blocks. All members must come to the same `block`. `known` is the size of
// a block if the trace tells it (ElementSizes), or 0.
CollectiveShape equal_blocks(model::CollectiveOp op, const Seat& seat, const Totals& totals,
                             std::uint64_t known = 0);
// Returns the shape of an operation with counts, from the totals of all members, by rank.
CollectiveShape counted_blocks(model::CollectiveOp op, const Seat& seat,
                               std::span<const Totals> totals);

// Returns what a recording of this call would contain.
Totals totals_of(const CollectiveShape& shape, const Seat& seat);

}  // namespace tarry::replay

// SPDX-License-Identifier: BSD-3-Clause
// From what a trace holds of a collective operation, the bytes that each member sent and received
// in all, to the arguments of a call that moves as many: the other way round than a recording goes.
// Blocks in place are told from others by the sums; where both fit, not in place.
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
  std::uint32_t root = 0;  // of operations that have one
};

// One call of one member. Operations that make or free something are barriers here.
struct CollectiveShape {
  model::CollectiveOp op = model::CollectiveOp::Barrier;
  std::uint32_t root = 0;
  bool in_place = false;
  std::uint64_t block = 0;  // bytes; of operations with equal blocks
  // Bytes for and from each member, of the others. Where one side is one block, it is at its own
  // place: what a member of a Gatherv sends, at the root.
  std::vector<std::uint64_t> to, from;
};

// An operation with equal blocks. All members must come to the same `block`.
CollectiveShape equal_blocks(model::CollectiveOp op, const Seat& seat, const Totals& totals);
// One with counts, from the totals of all members, by rank.
CollectiveShape counted_blocks(model::CollectiveOp op, const Seat& seat,
                               std::span<const Totals> totals);

// What a recording of this call would say.
Totals totals_of(const CollectiveShape& shape, const Seat& seat);

}  // namespace tarry::replay

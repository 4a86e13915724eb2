// SPDX-License-Identifier: BSD-3-Clause
// The collective operations: collective_ops.def has a row for every one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace tarry::model {

// The values up to DestroyHandleAndDeallocate are those of OTF2 3.0.
enum class CollectiveOp : std::uint8_t {
#define TARRY_COLLECTIVE_OP(op, ...) op,
#include "model/collective_ops.def"
};

// The shape says which members wait for which: in a prefix operation each member waits for those of
// lower ranks, in one of shape Some for those whose data it gets, which its sizes decide, and in a
// Neighborhood for its neighbors in a process topology.
enum class CollectiveShape : std::uint8_t {
  None,  // the operation makes nobody wait
#define TARRY_COLLECTIVE_PATTERN(shape, ...) shape,
#include "model/collective_patterns.def"
};

enum class CollectiveBlocks : std::uint8_t { Equal, Counted };

struct CollectiveOpInfo {
  std::string_view word;
  CollectiveShape shape;
  CollectiveBlocks blocks;
};

// The rows, by CollectiveOp.
inline constexpr CollectiveOpInfo kCollectiveOps[] = {
#define TARRY_COLLECTIVE_OP(op, word, shape, blocks) \
  {word, CollectiveShape::shape, CollectiveBlocks::blocks},
#include "model/collective_ops.def"
};

constexpr const CollectiveOpInfo& info(CollectiveOp op) {
  return kCollectiveOps[static_cast<std::size_t>(op)];
}

// Returns whether the operation has a root.
constexpr bool has_root(CollectiveOp op) {
  return info(op).shape == CollectiveShape::OneToN || info(op).shape == CollectiveShape::NToOne;
}

// Returns whether a call gives the size of each block, as Gatherv does.
constexpr bool has_counts(CollectiveOp op) { return info(op).blocks == CollectiveBlocks::Counted; }

// Returns whether the number stands for an operation.
constexpr bool is_collective_op(std::int64_t value) {
  return value >= 0 && value < std::ssize(kCollectiveOps);
}

// Returns whether OTF2 has the operation under this number.
constexpr bool is_otf2_collective_op(std::int64_t value) {
  return value >= 0 && value <= static_cast<std::int64_t>(CollectiveOp::DestroyHandleAndDeallocate);
}

constexpr bool is_neighborhood_op(CollectiveOp op) {
  return info(op).shape == CollectiveShape::Neighborhood;
}

// Returns the operation among all members that one among neighbors is like; others are their own.
constexpr CollectiveOp among_all(CollectiveOp op) {
  if (!is_neighborhood_op(op)) return op;
  return static_cast<CollectiveOp>(static_cast<int>(op) -
                                   static_cast<int>(CollectiveOp::NeighborAllgather) +
                                   static_cast<int>(CollectiveOp::Allgather));
}

// Returns whether there is an operation among neighbors that is like this one.
constexpr bool has_neighborhood_form(CollectiveOp op) {
  return op >= CollectiveOp::Allgather && op <= CollectiveOp::Alltoallw;
}

// Returns the operation among neighbors that is like one that has_neighborhood_form().
constexpr CollectiveOp among_neighbors(CollectiveOp op) {
  return static_cast<CollectiveOp>(static_cast<int>(op) -
                                   static_cast<int>(CollectiveOp::Allgather) +
                                   static_cast<int>(CollectiveOp::NeighborAllgather));
}

}  // namespace tarry::model

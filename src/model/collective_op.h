// SPDX-License-Identifier: BSD-3-Clause
// The collective operations: collective_ops.def has a row for every one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace tarry::model {

// The values are those of OTF2 3.0.
enum class CollectiveOp : std::uint8_t {
#define TARRY_COLLECTIVE_OP(op, ...) op,
#include "model/collective_ops.def"
};

// The shape says which members wait for which: in a prefix operation each member waits for those of
// lower ranks, in one of shape Some for those whose data it gets, which its sizes decide.
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

}  // namespace tarry::model

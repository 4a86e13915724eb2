// SPDX-License-Identifier: BSD-3-Clause
// Collective operations and what is known of each: collective_ops.def has a row for every one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace tarry::model {

// Values are those of OTF2 3.0.
enum class CollectiveOp : std::uint8_t {
#define TARRY_COLLECTIVE_OP(op, ...) op,
#include "model/collective_ops.def"
};

// Who waits for whom: in a prefix operation each member for those of lower ranks. None: the
// operation makes nobody wait, or its sizes decide who waits.
enum class CollectiveShape : std::uint8_t { None, Barrier, NxN, OneToN, NToOne, Prefix };

enum class CollectiveBlocks : std::uint8_t { Equal, Counted };

struct CollectiveOpInfo {
  std::string_view word;
  CollectiveShape shape;
  CollectiveBlocks blocks;
};

// By CollectiveOp.
inline constexpr CollectiveOpInfo kCollectiveOps[] = {
#define TARRY_COLLECTIVE_OP(op, word, shape, blocks) \
  {word, CollectiveShape::shape, CollectiveBlocks::blocks},
#include "model/collective_ops.def"
};

constexpr const CollectiveOpInfo& info(CollectiveOp op) {
  return kCollectiveOps[static_cast<std::size_t>(op)];
}

// Whether one of the members is its root.
constexpr bool has_root(CollectiveOp op) {
  return info(op).shape == CollectiveShape::OneToN || info(op).shape == CollectiveShape::NToOne;
}

// Whether a call gives the size of each block: Gatherv and the like.
constexpr bool has_counts(CollectiveOp op) { return info(op).blocks == CollectiveBlocks::Counted; }

// Whether a file or a record may hold this number for an operation.
constexpr bool is_collective_op(std::int64_t value) {
  return value >= 0 && value < std::ssize(kCollectiveOps);
}

}  // namespace tarry::model

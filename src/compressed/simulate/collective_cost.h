// SPDX-License-Identifier: BSD-3-Clause
// How long a collective operation takes after the last member that it needs has come. With P
// members, d = log2 P rounded up, a = latency + overhead, n bytes in all and b = 1 / bandwidth:
//
//   barrier                                    d a
//   bcast, reduce, allreduce                   d (a + n b)
//   scan of member r                           the same with log2 (r + 1)
//   scatter, gather, allgather, reduce-scatter d a + (P - 1) / P n b
//   alltoall                                   (P - 1) a + (P - 1) / P n b
//
// n is the message of one member in the second and third row, and all blocks of one member in the
// others. Source: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication
// Operations in MPICH", International Journal of High Performance Computing Applications 19 (2005),
// for messages so short that trees are chosen, without the time of the arithmetic.
#pragma once

#include <cstdint>

#include "compressed/simulate/network.h"
#include "model/collective_op.h"

namespace tarry::simulate {

// The sizes that one member's call tells, in bytes.
struct CollectiveSize {
  std::uint64_t all = 0;  // n
  std::uint64_t own = 0;  // the member's message, or one block
};

// One member's place.
struct CollectivePlace {
  std::uint32_t members = 1;
  std::uint32_t rank = 0;
  std::uint32_t root = 0;  // only used by operations that have one
};

// `sent` and `received` are the bytes of the record.
CollectiveSize size_of(model::CollectiveOp op, const CollectivePlace& place, std::uint64_t sent,
                       std::uint64_t received);

// Returns the smallest d with 2^d >= members.
std::uint32_t rounds_of(std::uint32_t members);

class CollectiveCost {
 public:
  explicit CollectiveCost(const NetworkModel& model)
      : step_(model.route.latency + model.overhead), bandwidth_(model.route.bandwidth) {}

  // For members that wait for others.
  [[nodiscard]] Nanoseconds whole(model::CollectiveOp op, std::uint32_t members,
                                  std::uint64_t all) const;
  // For the member with this rank in a prefix operation.
  [[nodiscard]] Nanoseconds prefix(std::uint32_t rank, std::uint64_t all) const;
  // For a root that only gives, and for members that only give to a root: the time in which their
  // bytes leave.
  [[nodiscard]] Nanoseconds giving_root(model::CollectiveOp op, std::uint32_t members,
                                        std::uint64_t all) const;
  [[nodiscard]] Nanoseconds giving_member(std::uint64_t own) const {
    return transfer_time(own, bandwidth_);
  }

 private:
  Nanoseconds step_;
  double bandwidth_;
};

}  // namespace tarry::simulate

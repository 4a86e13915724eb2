// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/collective_cost.h"

#include <algorithm>
#include <bit>

#include "compressed/replay/collective_shape.h"

namespace tarry::simulate {

using model::CollectiveOp;

namespace {

bool gives_whole_message(CollectiveOp op) {
  return op == CollectiveOp::Bcast || op == CollectiveOp::Reduce || op == CollectiveOp::Allreduce ||
         op == CollectiveOp::Scan || op == CollectiveOp::Exscan;
}

bool is_alltoall(CollectiveOp op) {
  return op == CollectiveOp::Alltoall || op == CollectiveOp::Alltoallv ||
         op == CollectiveOp::Alltoallw;
}

// Operations that create or free something are synchronized like a barrier.
bool has_payload(CollectiveOp op) {
  return op != CollectiveOp::Barrier && op < CollectiveOp::CreateHandle;
}

// The bytes of all blocks but one.
std::uint64_t all_but_own(std::uint64_t all, std::uint32_t members) {
  return members == 0 ? 0 : all / members * (members - 1) + all % members * (members - 1) / members;
}

}  // namespace

CollectiveSize size_of(CollectiveOp op, const CollectivePlace& place, std::uint64_t sent,
                       std::uint64_t received) {
  if (!has_payload(op) || place.members == 0) return {};
  if (model::has_counts(op)) {
    if (op == CollectiveOp::ReduceScatter) return {sent, received / place.members};
    if (op == CollectiveOp::Allgatherv) return {received, sent / place.members};
    const std::uint64_t all = std::max(sent, received);
    if (op == CollectiveOp::Gatherv || op == CollectiveOp::Scatterv)
      return {place.rank == place.root ? all : 0, place.rank == place.root ? 0 : all};
    return {all, all / place.members};
  }
  const replay::Seat seat{place.members, place.rank, place.root};
  const std::uint64_t block = replay::equal_blocks(op, seat, {sent, received}).block;
  return {gives_whole_message(op) ? block : block * place.members, block};
}

std::uint32_t rounds_of(std::uint32_t members) {
  return members < 2 ? 0 : static_cast<std::uint32_t>(std::bit_width(members - 1));
}

Nanoseconds CollectiveCost::whole(CollectiveOp op, std::uint32_t members, std::uint64_t all) const {
  const Nanoseconds rounds = rounds_of(members);
  if (!has_payload(op)) return rounds * step_;
  if (gives_whole_message(op)) return rounds * (step_ + transfer_time(all, bandwidth_));
  const Nanoseconds steps = is_alltoall(op) ? std::max(members, 1u) - 1 : rounds;
  return steps * step_ + transfer_time(all_but_own(all, members), bandwidth_);
}

Nanoseconds CollectiveCost::prefix(std::uint32_t rank, std::uint64_t all) const {
  return Nanoseconds{rounds_of(rank + 1)} * (step_ + transfer_time(all, bandwidth_));
}

Nanoseconds CollectiveCost::giving_root(CollectiveOp op, std::uint32_t members,
                                        std::uint64_t all) const {
  if (gives_whole_message(op))
    return Nanoseconds{rounds_of(members)} * transfer_time(all, bandwidth_);
  return transfer_time(all_but_own(all, members), bandwidth_);
}

}  // namespace tarry::simulate

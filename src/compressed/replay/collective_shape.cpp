// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/collective_shape.h"

#include <algorithm>
#include <numeric>

#include "compressed/replay/spread.h"

namespace tarry::replay {
namespace {

using model::CollectiveOp;

std::uint64_t per(std::uint64_t bytes, std::uint64_t parts) {
  return parts == 0 ? 0 : bytes / parts;
}

std::uint64_t sum(const std::vector<std::uint64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

// An operation with one block at each member and all blocks at the root. `one` is the size of the
// member's own block, `all` that of all blocks at the root.
void rooted(CollectiveShape& shape, const Seat& seat, std::uint64_t one, std::uint64_t all) {
  shape.block = one;
  if (seat.rank != seat.root || one != 0) return;
  shape.in_place = all != 0;
  shape.block = per(all, seat.members - 1);
}

void all_to_all(CollectiveShape& shape, const Seat& seat, std::uint64_t bytes) {
  shape.block = bytes / seat.members;
  if (bytes % seat.members == 0 || seat.members == 1 || bytes % (seat.members - 1) != 0) return;
  shape.in_place = true;
  shape.block = bytes / (seat.members - 1);
}

void prefix(CollectiveShape& shape, const Seat& seat, const Totals& totals, bool with_own) {
  const std::uint64_t before = seat.rank, behind = seat.members - seat.rank - 1;
  if (with_own) {
    shape.block = per(totals.sent, behind + 1);
    if (totals == Totals{shape.block * (behind + 1), shape.block * (before + 1)}) return;
    shape.in_place = true;
  }
  shape.block = behind != 0 ? per(totals.sent, behind) : per(totals.received, before);
}

std::vector<std::uint64_t> column(std::span<const Totals> totals, std::uint64_t Totals::*side) {
  std::vector<std::uint64_t> values;
  values.reserve(totals.size());
  for (const Totals& each : totals) values.push_back(each.*side);
  return values;
}

// Allgatherv and, in the other direction, Reduce_scatter: each member has `parts` times its own
// block on one side and the sum of all blocks on the other.
std::vector<std::uint64_t> own_blocks(std::vector<std::uint64_t> multiples, std::uint64_t all,
                                      bool& in_place) {
  const std::uint64_t members = multiples.size();
  const bool divides = std::all_of(multiples.begin(), multiples.end(),
                                   [&](std::uint64_t bytes) { return bytes % members == 0; });
  in_place = members > 1 && !(divides && sum(multiples) / members == all);
  for (std::uint64_t& bytes : multiples) bytes /= in_place ? members - 1 : members;
  return multiples;
}

}  // namespace

CollectiveShape equal_blocks(CollectiveOp op, const Seat& seat, const Totals& totals,
                             std::uint64_t known) {
  CollectiveShape shape;
  shape.op = op;
  shape.root = seat.root;
  if (known != 0 && totals != Totals{}) {
    for (const bool in_place : {false, true}) {
      const CollectiveShape possible{op, seat.root, in_place, known, {}, {}};
      if (totals_of(possible, seat) == totals) return possible;
    }
  }
  switch (op) {
    case CollectiveOp::Bcast:
      shape.block = seat.rank == seat.root ? per(totals.sent, seat.members) : totals.received;
      break;
    case CollectiveOp::Scatter:
      rooted(shape, seat, totals.received, totals.sent);
      break;
    case CollectiveOp::Gather:
    case CollectiveOp::Reduce:
      rooted(shape, seat, totals.sent, totals.received);
      break;
    case CollectiveOp::Allgather:
    case CollectiveOp::Alltoall:
    case CollectiveOp::Allreduce:
    case CollectiveOp::ReduceScatterBlock:
      all_to_all(shape, seat, totals.sent);
      break;
    case CollectiveOp::Scan:
    case CollectiveOp::Exscan:
      prefix(shape, seat, totals, op == CollectiveOp::Scan);
      break;
    default:
      shape.op = CollectiveOp::Barrier;
  }
  return shape;
}

CollectiveShape counted_blocks(CollectiveOp op, const Seat& seat, std::span<const Totals> totals) {
  CollectiveShape shape;
  shape.op = op;
  shape.root = seat.root;
  shape.to.resize(seat.members);
  shape.from.resize(seat.members);
  const Totals& own = totals[seat.rank];
  switch (op) {
    case CollectiveOp::Gatherv:
      shape.to[seat.root] = own.sent;
      if (seat.rank == seat.root) shape.from = column(totals, &Totals::sent);
      break;
    case CollectiveOp::Scatterv:
      shape.from[seat.root] = own.received;
      if (seat.rank == seat.root) shape.to = column(totals, &Totals::received);
      break;
    case CollectiveOp::Allgatherv:
      // Taken from the first member, so all members compute the same.
      shape.from = own_blocks(column(totals, &Totals::sent), totals[0].received, shape.in_place);
      shape.to[seat.rank] = shape.from[seat.rank];
      break;
    case CollectiveOp::ReduceScatter:
      shape.to = own_blocks(column(totals, &Totals::received), totals[0].sent, shape.in_place);
      shape.from[seat.rank] = shape.to[seat.rank];
      break;
    default: {
      Spread both =
          spread(column(totals, &Totals::sent), column(totals, &Totals::received), seat.rank);
      shape.to = std::move(both.to);
      shape.from = std::move(both.from);
    }
  }
  return shape;
}

Totals totals_of(const CollectiveShape& shape, const Seat& seat) {
  const std::uint64_t block = shape.block, members = seat.members, moved = shape.in_place ? 0 : 1;
  const bool is_root = seat.rank == seat.root;
  switch (shape.op) {
    case CollectiveOp::Bcast:
      return {is_root ? members * block : 0, block};
    case CollectiveOp::Scatter:
      return is_root ? Totals{(members - 1 + moved) * block, moved * block} : Totals{0, block};
    case CollectiveOp::Gather:
    case CollectiveOp::Reduce:
      return is_root ? Totals{moved * block, (members - 1 + moved) * block} : Totals{block, 0};
    case CollectiveOp::Allgather:
    case CollectiveOp::Alltoall:
    case CollectiveOp::Allreduce:
    case CollectiveOp::ReduceScatterBlock:
      return {(members - 1 + moved) * block, (members - 1 + moved) * block};
    case CollectiveOp::Scan:
      return {(members - seat.rank - 1 + moved) * block, (seat.rank + moved) * block};
    case CollectiveOp::Exscan:
      return {(members - seat.rank - 1) * block, seat.rank * block};
    case CollectiveOp::Allgatherv: {
      const std::uint64_t own = shape.to[seat.rank];
      return {(members - 1 + moved) * own, sum(shape.from) - (1 - moved) * own};
    }
    case CollectiveOp::ReduceScatter: {
      const std::uint64_t own = shape.from[seat.rank];
      return {sum(shape.to) - (1 - moved) * own, (members - 1 + moved) * own};
    }
    case CollectiveOp::Gatherv:
    case CollectiveOp::Scatterv:
    case CollectiveOp::Alltoallv:
    case CollectiveOp::Alltoallw:
      return {sum(shape.to), sum(shape.from)};
    default:
      return {};
  }
}

}  // namespace tarry::replay

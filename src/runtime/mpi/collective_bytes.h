// SPDX-License-Identifier: BSD-3-Clause
// The bytes that a member of a collective operation sends and receives, as trace records count
// them: every block counts once per member that it goes to or comes from. The member itself counts,
// too, unless MPI_IN_PLACE leaves its own block where it is. For an intercommunicator `members` is
// the size of the remote group, and no member has a block of its own. This is plain arithmetic
// without MPI, so that it can be tested.
#pragma once

#include <cstdint>

namespace tarry::runtime::mpi {

struct Bytes {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  friend bool operator==(const Bytes&, const Bytes&) = default;
};

// The part that a member has in a rooted operation.
enum class Part : std::uint8_t {
  Root,
  Other,      // another member is the root
  InterRoot,  // root of an intercommunicator: it has no own block
  Bystander,  // another member of the root's group of an intercommunicator
};

// Bcast: one block of `block` bytes goes from the root to every member.
constexpr Bytes broadcast_bytes(Part part, std::uint64_t members, std::uint64_t block) {
  switch (part) {
    case Part::Root:
      return {members * block, block};
    case Part::InterRoot:
      return {members * block, 0};
    case Part::Other:
      return {0, block};
    case Part::Bystander:
      break;
  }
  return {};
}

// `all` is the sum over the blocks at the root, `own` the block of the calling member. At a root
// that works in place, `own` is its block of `all`, which does not move.
constexpr Bytes scatter_bytes(Part part, bool in_place, std::uint64_t all, std::uint64_t own) {
  switch (part) {
    case Part::Root:
      return in_place ? Bytes{all - own, 0} : Bytes{all, own};
    case Part::InterRoot:
      return {all, 0};
    case Part::Other:
      return {0, own};
    case Part::Bystander:
      break;
  }
  return {};
}

// Gather, Gatherv and Reduce: the same with both directions exchanged.
constexpr Bytes gather_bytes(Part part, bool in_place, std::uint64_t all, std::uint64_t own) {
  const Bytes mirrored = scatter_bytes(part, in_place, all, own);
  return {mirrored.received, mirrored.sent};
}

// Allgather, Allreduce, Alltoall, Reduce_scatter_block. In place, `send_block` does not count.
constexpr Bytes all_to_all_bytes(bool in_place, std::uint64_t members, std::uint64_t send_block,
                                 std::uint64_t receive_block) {
  if (in_place) return {(members - 1) * receive_block, (members - 1) * receive_block};
  return {members * send_block, members * receive_block};
}

// Allgatherv: `own` goes to every member, `all` arrives.
constexpr Bytes allgatherv_bytes(bool in_place, std::uint64_t members, std::uint64_t own,
                                 std::uint64_t all) {
  if (in_place) return {(members - 1) * own, all - own};
  return {members * own, all};
}

// Alltoallv, Alltoallw. In place, `own` is the block of the received ones that the member keeps.
constexpr Bytes alltoallv_bytes(bool in_place, std::uint64_t sent, std::uint64_t received,
                                std::uint64_t own) {
  if (in_place) return {received - own, received - own};
  return {sent, received};
}

// Reduce_scatter: `all` is the sum of the counts, `own` is the part of the result for the member.
constexpr Bytes reduce_scatter_bytes(bool in_place, std::uint64_t members, std::uint64_t own,
                                     std::uint64_t all) {
  const Bytes mirrored = allgatherv_bytes(in_place, members, own, all);
  return {mirrored.received, mirrored.sent};
}

// Scan: blocks go to the members from `rank` on and come from the members up to `rank`.
constexpr Bytes scan_bytes(bool in_place, std::uint64_t members, std::uint64_t rank,
                           std::uint64_t block) {
  const std::uint64_t own = in_place ? 0 : block;
  return {(members - rank - 1) * block + own, rank * block + own};
}

// Exscan: as for Scan, but without the own block, in place or not.
constexpr Bytes exscan_bytes(std::uint64_t members, std::uint64_t rank, std::uint64_t block) {
  return scan_bytes(true, members, rank, block);
}

}  // namespace tarry::runtime::mpi

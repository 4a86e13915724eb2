// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/collective_shapes.h"

#include "model/event_handler.h"
#include "runtime/mpi/messages.h"

namespace tarry::runtime::mpi {
namespace {

using model::CollectiveOp;

constexpr std::uint32_t kNoRoot = model::kRootNone.value;

Part part_of(const Communicator& comm, int root) {
  if (!comm.inter) return static_cast<std::uint32_t>(root) == comm.rank ? Part::Root : Part::Other;
  if (root == MPI_ROOT) return Part::InterRoot;
  return root == MPI_PROC_NULL ? Part::Bystander : Part::Other;
}

std::uint32_t root_of(const Communicator& comm, int root) {
  switch (part_of(comm, root)) {
    case Part::InterRoot:
      return model::kRootSelf.value;
    case Part::Bystander:
      return model::kRootThisGroup.value;
    case Part::Root:
    case Part::Other:
      break;
  }
  return static_cast<std::uint32_t>(root);
}

bool is_root(Part part) { return part == Part::Root || part == Part::InterRoot; }

bool in_place(const void* buffer) { return buffer == MPI_IN_PLACE; }

std::uint64_t bytes(const Blocks& blocks) { return bytes_of(blocks.count, blocks.type); }

// Returns the bytes of the own block in a rooted operation. The root of an intercommunicator has
// none, and arguments of bystanders mean nothing.
std::uint64_t own_bytes(Part part, const Blocks& blocks) {
  return part == Part::Root || part == Part::Other ? bytes(blocks) : 0;
}

// The sum over one block per partner, and the block of member `own`.
struct Sums {
  std::uint64_t all = 0;
  std::uint64_t own = 0;
  Elements elements;
};

Elements elements(const Blocks& blocks) { return {blocks.count, blocks.type}; }

// Returns the elements in a rooted operation; arguments of bystanders mean nothing.
Elements elements(Part part, const Blocks& blocks) {
  return part == Part::Bystander ? Elements{} : elements(blocks);
}

Sums sums(const CountedBlocks& blocks, std::uint32_t members, std::uint32_t own) {
  const std::uint64_t size = bytes_of(1, blocks.type);
  Sums sums;
  sums.elements = {0, blocks.type};
  for (std::uint32_t i = 0; i < members; ++i) {
    const std::uint64_t block = static_cast<std::uint64_t>(blocks.counts[i]) * size;
    sums.all += block;
    sums.elements.count += blocks.counts[i];
    if (i == own) sums.own = block;
  }
  return sums;
}

Sums sums(const TypedBlocks& blocks, std::uint32_t members, std::uint32_t own) {
  Sums sums;
  for (std::uint32_t i = 0; i < members; ++i) {
    const std::uint64_t block = bytes_of(blocks.counts[i], blocks.types[i]);
    sums.all += block;
    if (i == own) sums.own = block;
  }
  return sums;
}

template <class SendBlocks, class ReceiveBlocks>
Shape exchange_all(CollectiveOp op, const Communicator& comm, const SendBlocks& send,
                   const ReceiveBlocks& receive) {
  const bool stays = in_place(send.buffer);
  const Sums sent = stays ? Sums{} : sums(send, comm.partners(), comm.rank);
  const Sums received = sums(receive, comm.partners(), comm.rank);
  return {op, kNoRoot, alltoallv_bytes(stays, sent.all, received.all, received.own),
          stays ? received.elements : sent.elements};
}

// Neighbors on one side of an operation.
struct NeighborList {
  const int* ranks = nullptr;
  std::uint32_t count = 0;
};

NeighborList sources_of(const Communicator& comm) {
  if (comm.neighbors == nullptr) return {};
  return {comm.neighbors->sources, comm.neighbors->source_count};
}

NeighborList destinations_of(const Communicator& comm) {
  if (comm.neighbors == nullptr) return {};
  return {comm.neighbors->destinations, comm.neighbors->destination_count};
}

std::uint64_t block_bytes(const Blocks& blocks, std::uint32_t) { return bytes(blocks); }
std::uint64_t block_bytes(const CountedBlocks& blocks, std::uint32_t i) {
  return bytes_of(blocks.counts[i], blocks.type);
}
std::uint64_t block_bytes(const TypedBlocks& blocks, std::uint32_t i) {
  return bytes_of(blocks.counts[i], blocks.types[i]);
}

// Returns the sum over the neighbors that exist; there are blocks for the others as well.
template <class AnyBlocks>
std::uint64_t neighbor_bytes(const AnyBlocks& blocks, const NeighborList& neighbors) {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < neighbors.count; ++i)
    if (neighbors.ranks[i] != MPI_PROC_NULL) sum += block_bytes(blocks, i);
  return sum;
}

template <class SendBlocks, class ReceiveBlocks>
Shape neighbor_shape(CollectiveOp op, const Communicator& comm, const SendBlocks& send,
                     const ReceiveBlocks& receive, const Elements& elements) {
  return {op,
          kNoRoot,
          {neighbor_bytes(send, destinations_of(comm)), neighbor_bytes(receive, sources_of(comm))},
          elements};
}

}  // namespace

Shape barrier_shape() { return {CollectiveOp::Barrier, kNoRoot, {}, {}}; }

Shape bcast_shape(const Communicator& comm, int root, const Blocks& data) {
  const Part part = part_of(comm, root);
  const std::uint64_t block = part == Part::Bystander ? 0 : bytes(data);
  return {CollectiveOp::Bcast, root_of(comm, root), broadcast_bytes(part, comm.partners(), block),
          elements(part, data)};
}

Shape reduce_shape(const Communicator& comm, int root, const Blocks& data) {
  const Part part = part_of(comm, root);
  const std::uint64_t block = part == Part::Bystander ? 0 : bytes(data);
  return {CollectiveOp::Reduce, root_of(comm, root),
          gather_bytes(part, in_place(data.buffer), comm.partners() * block, block),
          elements(part, data)};
}

Shape gather_shape(const Communicator& comm, int root, const Blocks& send, const Blocks& receive) {
  const Part part = part_of(comm, root);
  const bool stays = is_root(part) && in_place(send.buffer);
  const std::uint64_t arriving = is_root(part) ? bytes(receive) : 0;
  const std::uint64_t own = stays ? arriving : own_bytes(part, send);
  return {CollectiveOp::Gather, root_of(comm, root),
          gather_bytes(part, stays, comm.partners() * arriving, own),
          stays || part == Part::InterRoot ? elements(receive) : elements(part, send)};
}

Shape gatherv_shape(const Communicator& comm, int root, const Blocks& send,
                    const CountedBlocks& receive) {
  const Part part = part_of(comm, root);
  const bool stays = is_root(part) && in_place(send.buffer);
  const Sums arriving = is_root(part) ? sums(receive, comm.partners(), comm.rank) : Sums{};
  const std::uint64_t own = stays ? arriving.own : own_bytes(part, send);
  return {CollectiveOp::Gatherv, root_of(comm, root), gather_bytes(part, stays, arriving.all, own),
          stays || part == Part::InterRoot ? arriving.elements : elements(part, send)};
}

Shape scatter_shape(const Communicator& comm, int root, const Blocks& send, const Blocks& receive) {
  const Part part = part_of(comm, root);
  const bool stays = is_root(part) && in_place(receive.buffer);
  const std::uint64_t leaving = is_root(part) ? bytes(send) : 0;
  const std::uint64_t own = stays ? leaving : own_bytes(part, receive);
  return {CollectiveOp::Scatter, root_of(comm, root),
          scatter_bytes(part, stays, comm.partners() * leaving, own),
          is_root(part) ? elements(send) : elements(part, receive)};
}

Shape scatterv_shape(const Communicator& comm, int root, const CountedBlocks& send,
                     const Blocks& receive) {
  const Part part = part_of(comm, root);
  const bool stays = is_root(part) && in_place(receive.buffer);
  const Sums leaving = is_root(part) ? sums(send, comm.partners(), comm.rank) : Sums{};
  const std::uint64_t own = stays ? leaving.own : own_bytes(part, receive);
  return {CollectiveOp::Scatterv, root_of(comm, root), scatter_bytes(part, stays, leaving.all, own),
          is_root(part) ? leaving.elements : elements(part, receive)};
}

Shape exchange_shape(CollectiveOp op, const Communicator& comm, const Blocks& send,
                     const Blocks& receive) {
  const bool stays = in_place(send.buffer);
  return {op, kNoRoot,
          all_to_all_bytes(stays, comm.partners(), stays ? 0 : bytes(send), bytes(receive)),
          elements(stays ? receive : send)};
}

Shape reduce_all_shape(CollectiveOp op, const Communicator& comm, const Blocks& send) {
  const std::uint64_t block = bytes(send);
  return {op, kNoRoot, all_to_all_bytes(in_place(send.buffer), comm.partners(), block, block),
          elements(send)};
}

Shape allgatherv_shape(const Communicator& comm, const Blocks& send, const CountedBlocks& receive) {
  const bool stays = in_place(send.buffer);
  const Sums arriving = sums(receive, comm.partners(), comm.rank);
  return {
      CollectiveOp::Allgatherv, kNoRoot,
      allgatherv_bytes(stays, comm.partners(), stays ? arriving.own : bytes(send), arriving.all),
      stays ? arriving.elements : elements(send)};
}

Shape alltoallv_shape(const Communicator& comm, const CountedBlocks& send,
                      const CountedBlocks& receive) {
  return exchange_all(CollectiveOp::Alltoallv, comm, send, receive);
}

Shape alltoallw_shape(const Communicator& comm, const TypedBlocks& send,
                      const TypedBlocks& receive) {
  return exchange_all(CollectiveOp::Alltoallw, comm, send, receive);
}

Shape neighbor_exchange_shape(CollectiveOp op, const Communicator& comm, const Blocks& send,
                              const Blocks& receive) {
  return neighbor_shape(op, comm, send, receive, elements(send));
}

Shape neighbor_allgatherv_shape(const Communicator& comm, const Blocks& send,
                                const CountedBlocks& receive) {
  return neighbor_shape(CollectiveOp::NeighborAllgatherv, comm, send, receive, elements(send));
}

Shape neighbor_alltoallv_shape(const Communicator& comm, const CountedBlocks& send,
                               const CountedBlocks& receive) {
  return neighbor_shape(CollectiveOp::NeighborAlltoallv, comm, send, receive,
                        sums(send, destinations_of(comm).count, comm.rank).elements);
}

Shape neighbor_alltoallw_shape(const Communicator& comm, const TypedBlocks& send,
                               const TypedBlocks& receive) {
  return neighbor_shape(CollectiveOp::NeighborAlltoallw, comm, send, receive, {});
}

Shape reduce_scatter_shape(const Communicator& comm, const CountedBlocks& data) {
  // The counts belong to the own group, which shares the result.
  const Sums result = sums(data, comm.size, comm.rank);
  return {CollectiveOp::ReduceScatter, kNoRoot,
          reduce_scatter_bytes(in_place(data.buffer), comm.partners(), result.own, result.all),
          result.elements};
}

Shape scan_shape(const Communicator& comm, const Blocks& send) {
  return {CollectiveOp::Scan, kNoRoot,
          scan_bytes(in_place(send.buffer), comm.size, comm.rank, bytes(send)), elements(send)};
}

Shape exscan_shape(const Communicator& comm, const Blocks& send) {
  return {CollectiveOp::Exscan, kNoRoot, exscan_bytes(comm.size, comm.rank, bytes(send)),
          elements(send)};
}

}  // namespace tarry::runtime::mpi

// SPDX-License-Identifier: BSD-3-Clause
// The contents of the record of a collective operation, except its times, follow from the arguments
// of the call, in the same way for the blocking and the non-blocking form. Arguments that MPI
// ignores on this member (arguments for the root on other members, arguments for the sender with
// MPI_IN_PLACE) are ignored here, too.
#pragma once

#include <mpi.h>

#include "model/definitions.h"
#include "runtime/mpi/collective_bytes.h"
#include "runtime/mpi/communicators.h"

namespace tarry::runtime::mpi {

// The elements that this member gives to an operation, or gets from it if it gives nothing: one
// block, or the sum of all blocks that have counts of their own.
struct Elements {
  std::int64_t count = -1;  // unknown: no elements, or several types
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

struct Shape {
  model::CollectiveOp op{};
  std::uint32_t root = 0;  // a rank, or one of model::kRoot*
  Bytes bytes;
  Elements elements;
};

// Counts of blocks, of the functions for large counts or of the others.
class Counts {
 public:
  Counts(const int* counts) : counts_(counts) {}
  Counts(const MPI_Count* counts) : large_(counts) {}

  std::int64_t operator[](std::uint32_t member) const {
    return large_ != nullptr ? large_[member] : counts_[member];
  }

 private:
  const int* counts_ = nullptr;
  const MPI_Count* large_ = nullptr;
};

// One side of an operation has equal blocks, or one count per member.
struct Blocks {
  const void* buffer;
  std::int64_t count;
  MPI_Datatype type;
};
struct CountedBlocks {
  const void* buffer;
  Counts counts;
  MPI_Datatype type;
};
struct TypedBlocks {
  const void* buffer;
  Counts counts;
  const MPI_Datatype* types;
};

Shape barrier_shape();
Shape bcast_shape(const Communicator& comm, int root, const Blocks& data);
Shape reduce_shape(const Communicator& comm, int root, const Blocks& data);
Shape gather_shape(const Communicator& comm, int root, const Blocks& send, const Blocks& receive);
Shape gatherv_shape(const Communicator& comm, int root, const Blocks& send,
                    const CountedBlocks& receive);
Shape scatter_shape(const Communicator& comm, int root, const Blocks& send, const Blocks& receive);
Shape scatterv_shape(const Communicator& comm, int root, const CountedBlocks& send,
                     const Blocks& receive);
// Allgather, Alltoall.
Shape exchange_shape(model::CollectiveOp op, const Communicator& comm, const Blocks& send,
                     const Blocks& receive);
// Allreduce, Reduce_scatter_block: blocks that are sent and received are alike; `send.buffer` tells
// whether the operation works in place.
Shape reduce_all_shape(model::CollectiveOp op, const Communicator& comm, const Blocks& send);
Shape allgatherv_shape(const Communicator& comm, const Blocks& send, const CountedBlocks& receive);
Shape alltoallv_shape(const Communicator& comm, const CountedBlocks& send,
                      const CountedBlocks& receive);
Shape alltoallw_shape(const Communicator& comm, const TypedBlocks& send,
                      const TypedBlocks& receive);
// Neighbor_allgather, Neighbor_alltoall: blocks count for each neighbor that exists.
Shape neighbor_exchange_shape(model::CollectiveOp op, const Communicator& comm, const Blocks& send,
                              const Blocks& receive);
Shape neighbor_allgatherv_shape(const Communicator& comm, const Blocks& send,
                                const CountedBlocks& receive);
Shape neighbor_alltoallv_shape(const Communicator& comm, const CountedBlocks& send,
                               const CountedBlocks& receive);
Shape neighbor_alltoallw_shape(const Communicator& comm, const TypedBlocks& send,
                               const TypedBlocks& receive);
Shape reduce_scatter_shape(const Communicator& comm, const CountedBlocks& data);
Shape scan_shape(const Communicator& comm, const Blocks& send);
Shape exscan_shape(const Communicator& comm, const Blocks& send);

}  // namespace tarry::runtime::mpi

// SPDX-License-Identifier: BSD-3-Clause
// What the record of a collective operation says besides its times, from the arguments of the call;
// the same for the blocking and the non-blocking form. Arguments that MPI does not look at on this
// member (those of the root on the others, those of the sender with MPI_IN_PLACE) are not looked at
// here.
#pragma once

#include <mpi.h>

#include "model/definitions.h"
#include "runtime/mpi/collective_bytes.h"
#include "runtime/mpi/communicators.h"

namespace tarry::runtime::mpi {

// What this member gives to an operation, or gets of it where it gives nothing: one block, or all
// of those with counts of their own.
struct Elements {
  std::int64_t count = -1;  // none, or of several types
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

struct Shape {
  model::CollectiveOp op{};
  std::uint32_t root = 0;  // as OTF2 has it: a rank, or one of model::kRoot*
  Bytes bytes;
  Elements elements;
};

// One side of an operation: equal blocks, or one count per member.
struct Blocks {
  const void* buffer;
  int count;
  MPI_Datatype type;
};
struct CountedBlocks {
  const void* buffer;
  const int* counts;
  MPI_Datatype type;
};
struct TypedBlocks {
  const void* buffer;
  const int* counts;
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
// Allreduce, Reduce_scatter_block: send and receive blocks are alike; `send.buffer` tells whether
// it works in place.
Shape reduce_all_shape(model::CollectiveOp op, const Communicator& comm, const Blocks& send);
Shape allgatherv_shape(const Communicator& comm, const Blocks& send, const CountedBlocks& receive);
Shape alltoallv_shape(const Communicator& comm, const CountedBlocks& send,
                      const CountedBlocks& receive);
Shape alltoallw_shape(const Communicator& comm, const TypedBlocks& send,
                      const TypedBlocks& receive);
Shape reduce_scatter_shape(const Communicator& comm, const CountedBlocks& data);
Shape scan_shape(const Communicator& comm, const Blocks& send);
Shape exscan_shape(const Communicator& comm, const Blocks& send);

}  // namespace tarry::runtime::mpi

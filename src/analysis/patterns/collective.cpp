// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/collective.h"

#include <algorithm>

#include "analysis/patterns/barrier.h"
#include "analysis/patterns/early_reduce.h"
#include "analysis/patterns/early_scan.h"
#include "analysis/patterns/late_broadcast.h"
#include "analysis/patterns/wait_nxn.h"

namespace tarry::analysis {

using model::CollectiveOp;
using model::Ticks;

const CollectivePattern* collective_pattern(CollectiveOp op) {
  static constexpr CollectivePattern kBarrier{CollectiveShape::Barrier, wait_at_barrier,
                                              "mpi_barrier_wait", "mpi_barrier_completion"};
  static constexpr CollectivePattern kBroadcast{CollectiveShape::OneToN, late_broadcast,
                                                "mpi_latebroadcast", ""};
  static constexpr CollectivePattern kReduce{CollectiveShape::NToOne, early_reduce,
                                             "mpi_earlyreduce", ""};
  static constexpr CollectivePattern kScan{CollectiveShape::Prefix, early_scan, "mpi_earlyscan",
                                           ""};
  static constexpr CollectivePattern kNxN{CollectiveShape::NxN, wait_at_nxn, "mpi_wait_nxn",
                                          "mpi_nxn_completion"};
  switch (op) {
    case CollectiveOp::Barrier:
      return &kBarrier;
    case CollectiveOp::Bcast:
    case CollectiveOp::Scatter:
    case CollectiveOp::Scatterv:
      return &kBroadcast;
    case CollectiveOp::Gather:
    case CollectiveOp::Gatherv:
    case CollectiveOp::Reduce:
      return &kReduce;
    case CollectiveOp::Scan:
    case CollectiveOp::Exscan:
      return &kScan;
    case CollectiveOp::Allgather:
    case CollectiveOp::Allgatherv:
    case CollectiveOp::Allreduce:
    case CollectiveOp::Alltoall:
    case CollectiveOp::ReduceScatter:
    case CollectiveOp::ReduceScatterBlock:
      return &kNxN;
    default:
      return nullptr;
  }
}

void charge_wait(CollectiveMember& member, Ticks cause) {
  member.wait = base::positive_part(std::min(cause, member.end) - member.waiting_from);
  member.late_cause = cause > member.end;
}

void charge_completion(CollectiveMember& member, Ticks cause, Ticks first_end) {
  const Ticks waited_until = std::min(cause, member.end);
  member.completion = base::positive_part(member.end - std::max(first_end, waited_until));
}

}  // namespace tarry::analysis

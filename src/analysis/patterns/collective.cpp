// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/collective.h"

#include <algorithm>

#include "analysis/patterns/barrier.h"
#include "analysis/patterns/early_reduce.h"
#include "analysis/patterns/early_scan.h"
#include "analysis/patterns/late_broadcast.h"
#include "analysis/patterns/wait_nxn.h"
#include "model/metric.h"

namespace tarry::analysis {

using model::Ticks;

namespace {

namespace metric = model::metric;

constexpr CollectivePattern kCollectivePatterns[] = {
    {CollectiveShape::Barrier, WaitKind::Barrier, wait_at_barrier, metric::mpi_barrier_wait,
     metric::mpi_barrier_completion},
    {CollectiveShape::NxN, WaitKind::NxN, wait_at_nxn, metric::mpi_wait_nxn,
     metric::mpi_nxn_completion},
    {CollectiveShape::OneToN, WaitKind::OneToN, late_broadcast, metric::mpi_latebroadcast,
     metric::none},
    {CollectiveShape::NToOne, WaitKind::NToOne, early_reduce, metric::mpi_earlyreduce,
     metric::none},
    {CollectiveShape::Prefix, WaitKind::Other, early_scan, metric::mpi_earlyscan, metric::none},
};

}  // namespace

const CollectivePattern* collective_pattern(model::CollectiveOp op) {
  for (const CollectivePattern& pattern : kCollectivePatterns)
    if (pattern.shape == info(op).shape) return &pattern;
  return nullptr;
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

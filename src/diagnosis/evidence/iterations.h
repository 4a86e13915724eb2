// SPDX-License-Identifier: BSD-3-Clause
// Splits the visits of loops into iterations and adds the calls that must have happened although no
// sample is in them.
//
//   loop@4 ─┬─ iteration ─┬─ A@5  T1        In the body, B@6 follows A@5. A@5 follows
//           │             └─ B@6  T2        nothing, so it begins an iteration each time.
//           ├─ iteration ─┬─ A@5  T3-T4
//           │             └─ B@6  inferred
//           └─ iteration ─┬─ A@5  T5-T6
//                         └─ B@6  inferred
//
// A new iteration begins where the next call can only follow the last one through a back edge. A
// procedure of unknown control flow that calls the same place again has a loop that nobody found,
// and is split in the same way. If its control flow is known, the repetition was an error of the
// sampler, and the two calls are one. If most of a loop is no acceptable iteration (thresholds.h),
// the loop becomes a profile: without order, one node per call site.
#pragma once

#include "diagnosis/evidence/body_order.h"
#include "diagnosis/evidence/temporal_tree.h"

namespace tarry::diagnosis {

// The time is proportional to the nodes, plus once for each pair of calls in a body. Thread: one.
void find_iterations(TemporalTree& tree, BodyOrders& orders);

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// Splits the visits of loops into iterations and adds the calls that must have been although no
// sample is in them.
//
//   loop@4 ─┬─ iteration ─┬─ A@5  T1        in the body, B@6 follows A@5; A@5 follows nothing, so
//           │             └─ B@6  T2        that it begins an iteration each time
//           ├─ iteration ─┬─ A@5  T3-T4
//           │             └─ B@6  inferred
//           └─ iteration ─┬─ A@5  T5-T6
//                         └─ B@6  inferred
//
// A new iteration begins where the next call cannot follow the last one without a back edge. A
// procedure that calls the same place again has a loop that nobody found, if its control flow is
// not known: it is split in the same way. If it is known, that was an error of the sampler, and the
// two calls are one. A loop whose iterations are mostly none (thresholds.h) becomes a profile:
// without order, one node per call site.
#pragma once

#include "diagnosis/body_order.h"
#include "diagnosis/temporal_tree.h"

namespace tarry::diagnosis {

// Takes time in proportion to the nodes, and once for each pair of calls in a body. Thread: one.
void find_iterations(TemporalTree& tree, BodyOrders& orders);

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// Wait for Neighbors: a member of a neighborhood operation waits for the last of its in-neighbors,
// those that send to it in the topology of the communicator. Definition: docs/definitions.md,
// "Collective waits". With B(i) and X(i) the begin and end of member i:
//
//   T(i) = the latest B(j) of the in-neighbors j that have data
//   wait(i) = [min(T(i), X(i)) - B(i)]+
//
//   rank 0  ──█Neighbor_alltoall···█──       waits for its neighbor, rank 1
//   rank 1  ─────────────────────█Neighbor_alltoall█──
//   rank 2  ──█Neighbor_alltoall█──          waits for nobody: rank 1 is no neighbor of it
#pragma once

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

void wait_for_neighbors(CollectiveInstance& instance);

}  // namespace tarry::analysis

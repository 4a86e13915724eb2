// SPDX-License-Identifier: BSD-3-Clause
// How differently two threads, or two iterations, spend their time: the sum, over all call paths,
// of what is surely different in their own time. Durations are ranges; those that overlap do not
// differ. A call path that one of them does not have is compared with none.
// Source: the ideas of HPCToolkit's trace analysis.
#pragma once

#include "diagnosis/merged_tree.h"

namespace tarry::diagnosis {

struct FrameDifference {
  FrameId frame;
  Time time{0};  // in the frame itself
};

// Between the averages of two clusters, by frame where there is one, callers first.
std::vector<FrameDifference> differences(const Cluster& a, const Cluster& b, Time period);

// Sets what each node of the tree differs from none by: to be called for both clusters, whenever
// their trees or weights have changed, before difference_ratio(). Iterations of an outermost loop
// have few call paths in common with all those before them; comparisons then look at these only.
void weigh(Cluster& cluster, Time period);

// The difference as a share of both durations together; 0 if they have none. Takes time in
// proportion to the call paths that both have, and those below them.
double difference_ratio(const Cluster& a, const Cluster& b, Time period);

}  // namespace tarry::diagnosis

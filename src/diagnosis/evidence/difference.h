// SPDX-License-Identifier: BSD-3-Clause
// The difference between the ways in which two threads, or two iterations, spend their time: the
// sum over all call paths of the certain differences in their own time. Durations are ranges, and
// ranges that overlap do not differ. A call path that one of the two lacks is compared with zero.
// Source: the ideas of HPCToolkit's trace analysis.
#pragma once

#include "diagnosis/evidence/merged_tree.h"

namespace tarry::diagnosis {

struct FrameDifference {
  FrameId frame;
  Time time{0};  // in the frame itself
};

// Returns the differences between the averages of two clusters, by frame where they differ, callers
// first.
std::vector<FrameDifference> differences(const Cluster& a, const Cluster& b, Time period);

// Sets for each node of the tree its difference from a thread without it. Call it for both clusters
// before difference_ratio(), and again when their trees or weights have changed. Iterations of an
// outermost loop share few call paths with all those before them; comparisons then look at these
// only.
void weigh(Cluster& cluster, Time period);

// Returns the difference as a share of both durations together, or 0 if they have none. The time is
// proportional to the number of call paths that both have and of those right below them.
double difference_ratio(const Cluster& a, const Cluster& b, Time period);

}  // namespace tarry::diagnosis

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

// Between the averages of two clusters. If `frames` is given, the differences are appended by
// frame, callers first.
Time difference(const Cluster& a, const Cluster& b, Time period,
                std::vector<FrameDifference>* frames = nullptr);

// The difference as a share of both durations together; 0 if they have none.
double difference_ratio(const Cluster& a, const Cluster& b, Time period);

}  // namespace tarry::diagnosis

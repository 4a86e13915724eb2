// SPDX-License-Identifier: BSD-3-Clause
// A temporal tree without its time line: one node per call path, small whatever the length of the
// run, of one thread or of several merged. The iterations of the outermost loops are kept as
// clusters of iterations that are alike; loops within them are summed up.
#pragma once

#include <vector>

#include "diagnosis/temporal_tree.h"
#include "workers/message.h"

namespace tarry::diagnosis {

struct Cluster;

struct MergedNode {
  FrameId frame;
  TimeRange sum;                     // of the durations of all that are merged
  std::vector<MergedNode> children;  // by frame
  // Of an outermost loop that is visited once. Members are numbers of iterations; if threads are
  // merged, a number may be in several.
  std::vector<Cluster> iterations;
  // Of the frame and all below it, the difference from a thread without them; see weigh().
  Time difference_from_none{0};
};

// Threads or iterations that are alike.
struct Cluster {
  std::vector<std::uint32_t> members;  // ascending
  std::uint64_t weight = 1;            // how many trees are merged
  MergedNode tree;
};

// After find_iterations(). Thread: any.
MergedNode merged_tree(const TemporalTree& tree);

// Both are of one frame. `period`: of the samples.
void merge(MergedNode& into, MergedNode from, Time period);

void append_node(workers::Bytes& message, const MergedNode& node);
MergedNode take_node(workers::MessageReader& message);

}  // namespace tarry::diagnosis

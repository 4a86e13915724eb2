// SPDX-License-Identifier: BSD-3-Clause
// A temporal tree without its time line: one node per call path, for one thread or for several
// merged. Its size does not depend on the length of the run. The iterations of the outermost loops
// are kept as clusters of similar iterations; loops within them are summed up.
#pragma once

#include <vector>

#include "diagnosis/evidence/temporal_tree.h"
#include "workers/message.h"

namespace tarry::diagnosis {

struct Cluster;

struct MergedNode {
  FrameId frame;
  TimeRange sum;                     // sum of the durations of all merged trees
  std::vector<MergedNode> children;  // by frame
  // Only for an outermost loop that is visited once. Members are numbers of iterations; if threads
  // are merged, several clusters may have the same number.
  std::vector<Cluster> iterations;
  // Difference of the frame and all frames below it from a thread without them; see weigh().
  Time difference_from_none{0};
};

// Threads or iterations that are alike.
struct Cluster {
  std::vector<std::uint32_t> members;  // ascending
  std::uint64_t weight = 1;            // number of merged trees
  MergedNode tree;
};

// Needs a tree after find_iterations(). Thread: any.
MergedNode merged_tree(const TemporalTree& tree);

// Both trees are of one frame. `period`: that of the samples.
void merge(MergedNode& into, MergedNode from, Time period);

void append_node(workers::Bytes& message, const MergedNode& node);
MergedNode take_node(workers::MessageReader& message);

}  // namespace tarry::diagnosis

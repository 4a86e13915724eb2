// SPDX-License-Identifier: BSD-3-Clause
// Call paths are a forest of (parent, region) nodes, common to all locations of a trace. The id of
// a node is larger than the id of its parent. Recursion makes new nodes. Source: F. Wolf,
// "Automatic Performance Analysis on Parallel Computers with SMP Nodes", NIC Series 17, 2003,
// section 3.6.3.
#pragma once

#include <cstdint>
#include <vector>

#include "base/forest.h"
#include "model/ids.h"

namespace tarry::model {

struct CallPathNode {
  CallPathId parent;  // !valid() for a root
  RegionId region;
};

class CallTree {
 public:
  // Returns the child of `parent` (a root if !parent.valid()) for `region`; makes it on first use.
  CallPathId child(CallPathId parent, RegionId region) { return forest_.child(parent, region); }

  [[nodiscard]] const std::vector<CallPathNode>& nodes() const { return forest_.nodes(); }
  [[nodiscard]] std::size_t size() const { return forest_.size(); }
  const CallPathNode& operator[](CallPathId id) const { return forest_[id]; }

  // Returns about how many bytes the tree takes.
  [[nodiscard]] std::uint64_t memory() const { return forest_.memory(); }

  // Adds the nodes of `other` that this tree lacks, in the order of `other`; returns the id in this
  // tree of each node of `other`.
  std::vector<CallPathId> merge(const CallTree& other) {
    return forest_.merge(other.nodes(), [](const CallPathNode& node) { return node.region; });
  }

  // Returns the position of every node in a depth-first walk that visits siblings in order of
  // creation. Trees of locations that are merged in the order of locations and renumbered by it
  // give the same tree however the locations were divided among workers.
  [[nodiscard]] std::vector<CallPathId> depth_first_order() const;

 private:
  base::Forest<CallPathNode, CallPathId, RegionId> forest_;
};

}  // namespace tarry::model

// SPDX-License-Identifier: BSD-3-Clause
// Call paths as a forest of (parent, region) nodes, common to all locations of a trace. A node's id
// is larger than its parent's. Recursion makes new nodes. Source: F. Wolf, "Automatic Performance
// Analysis on Parallel Computers with SMP Nodes", NIC Series 17, 2003, section 3.6.3.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/ids.h"

namespace tarry::model {

struct CallPathNode {
  CallPathId parent;  // !valid() for a root
  RegionId region;
};

class CallTree {
 public:
  // The child of `parent` (a root if !parent.valid()) for `region`, made on first use.
  CallPathId child(CallPathId parent, RegionId region);

  [[nodiscard]] const std::vector<CallPathNode>& nodes() const { return nodes_; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  const CallPathNode& operator[](CallPathId id) const { return nodes_[id.index()]; }

  // Bytes it takes, about.
  [[nodiscard]] std::uint64_t memory() const;

  // Adds what `other` has and this lacks, in the order of `other`'s nodes; returns for each node of
  // `other` its id here.
  std::vector<CallPathId> merge(const CallTree& other);

  // Position of every node in a depth-first walk that visits siblings in order of creation. Merging
  // per-location trees in location order and renumbering by this gives the same tree however the
  // locations were divided among workers.
  [[nodiscard]] std::vector<CallPathId> depth_first_order() const;

 private:
  std::vector<CallPathNode> nodes_;
  std::unordered_map<std::uint64_t, CallPathId> children_;  // (parent, region) -> node
};

}  // namespace tarry::model

// SPDX-License-Identifier: BSD-3-Clause
#include "model/call_tree.h"

namespace tarry::model {

CallPathId CallTree::child(CallPathId parent, RegionId region) {
  const std::uint64_t key = std::uint64_t{parent.value} << 32 | region.value;
  const auto [found, added] =
      children_.try_emplace(key, CallPathId{static_cast<std::uint32_t>(nodes_.size())});
  if (added) nodes_.push_back({parent, region});
  return found->second;
}

std::uint64_t CallTree::memory() const {
  const std::uint64_t table = children_.bucket_count() * sizeof(void*) +
                              children_.size() * (sizeof(*children_.begin()) + sizeof(void*));
  return nodes_.capacity() * sizeof(CallPathNode) + table;
}

std::vector<CallPathId> CallTree::merge(const CallTree& other) {
  std::vector<CallPathId> mapping;
  mapping.reserve(other.size());
  for (const CallPathNode& node : other.nodes_) {
    const CallPathId parent = node.parent.valid() ? mapping[node.parent.index()] : CallPathId{};
    mapping.push_back(child(parent, node.region));
  }
  return mapping;
}

std::vector<CallPathId> CallTree::depth_first_order() const {
  // The children of a node form a linked list in order of creation: first[n] .. next[child].
  std::vector<CallPathId> first(nodes_.size()), last(nodes_.size()), next(nodes_.size());
  CallPathId first_root, last_root;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    const CallPathId parent = nodes_[i].parent;
    CallPathId& head = parent.valid() ? first[parent.index()] : first_root;
    CallPathId& tail = parent.valid() ? last[parent.index()] : last_root;
    if (tail.valid())
      next[tail.index()] = CallPathId{i};
    else
      head = CallPathId{i};
    tail = CallPathId{i};
  }
  std::vector<CallPathId> position(nodes_.size());
  std::uint32_t count = 0;
  CallPathId node = first_root;
  while (node.valid()) {
    position[node.index()] = CallPathId{count++};
    if (first[node.index()].valid()) {
      node = first[node.index()];
      continue;
    }
    while (node.valid() && !next[node.index()].valid()) node = nodes_[node.index()].parent;
    if (node.valid()) node = next[node.index()];
  }
  return position;
}

}  // namespace tarry::model

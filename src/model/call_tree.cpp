// SPDX-License-Identifier: BSD-3-Clause
#include "model/call_tree.h"

namespace tarry::model {

std::vector<CallPathId> CallTree::depth_first_order() const {
  const std::vector<CallPathNode>& nodes = this->nodes();
  // The children of a node form a linked list in order of creation: first[n] .. next[child].
  std::vector<CallPathId> first(nodes.size()), last(nodes.size()), next(nodes.size());
  CallPathId first_root, last_root;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const CallPathId parent = nodes[i].parent;
    CallPathId& head = parent.valid() ? first[parent.index()] : first_root;
    CallPathId& tail = parent.valid() ? last[parent.index()] : last_root;
    if (tail.valid())
      next[tail.index()] = CallPathId{i};
    else
      head = CallPathId{i};
    tail = CallPathId{i};
  }
  std::vector<CallPathId> position(nodes.size());
  std::uint32_t count = 0;
  CallPathId node = first_root;
  while (node.valid()) {
    position[node.index()] = CallPathId{count++};
    if (first[node.index()].valid()) {
      node = first[node.index()];
      continue;
    }
    while (node.valid() && !next[node.index()].valid()) node = nodes[node.index()].parent;
    if (node.valid()) node = next[node.index()];
  }
  return position;
}

}  // namespace tarry::model

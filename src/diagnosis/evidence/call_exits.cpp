// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/call_exits.h"

#include <map>

#include "diagnosis/evidence/message_parts.h"

namespace tarry::diagnosis {

ThreadExits synchronisations_of(const TemporalTree& tree, const InitialLabels& labels) {
  std::map<FrameId, std::vector<Exit>> found;
  std::vector<TemporalId> open{TemporalTree::kRoot};
  while (!open.empty()) {
    const TemporalNode& node = tree[open.back()];
    open.pop_back();
    const std::size_t frame = node.frame.index();
    if (labels.is_entry[frame]) {
      if (labels.labels[frame] == Label::Synchronization)
        found[node.frame].push_back(
            {node.end, node.kind != TemporalNode::Kind::Inferred, node.begin.low});
    } else if (!node.is_profile) {
      open.insert(open.end(), node.children.rbegin(), node.children.rend());
    }
  }
  ThreadExits made;
  for (auto& [call, exits] : found) made.push_back({call, std::move(exits)});
  return made;
}

void append_exits(workers::Bytes& message, const ThreadExits& exits) {
  workers::append(message, std::uint64_t{exits.size()});
  for (const CallExits& call : exits) {
    workers::append(message, call.call);
    append_list(message, call.exits);
  }
}

ThreadExits take_exits(workers::MessageReader& message) {
  ThreadExits exits(message.take<std::uint64_t>());
  for (CallExits& call : exits) {
    call.call = message.take<FrameId>();
    call.exits = take_list<Exit>(message);
  }
  return exits;
}

}  // namespace tarry::diagnosis

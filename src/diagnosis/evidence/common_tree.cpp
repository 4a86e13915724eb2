// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/common_tree.h"

#include <algorithm>

#include "diagnosis/evidence/message_parts.h"

namespace tarry::diagnosis {
namespace {

using samples::CallingContextTree;
using samples::FrameId;
using samples::SiteId;

// Adds the frames of `from` to `to`. Returns the new frames, by frame of `from`.
std::vector<FrameId> add_all(CallingContextTree& to, const CallingContextTree& from) {
  std::vector<SiteId> sites;
  for (std::uint32_t at = 0; at < from.site_count(); ++at)
    sites.push_back(to.intern(from.site(SiteId{at})));
  std::vector<FrameId> frames{CallingContextTree::kRoot};
  for (std::uint32_t at = 1; at < from.size(); ++at) {
    const FrameId parent = frames[from.parent(FrameId{at}).index()];
    frames.push_back(to.child(parent, sites[from.site_of(FrameId{at}).index()]));
  }
  return frames;
}

// Returns the same paths, numbered breadth first, with children ordered by their sites.
CallingContextTree in_order(const CallingContextTree& tree) {
  std::vector<std::vector<FrameId>> children = tree.children();
  CallingContextTree made;
  std::vector<std::pair<FrameId, FrameId>> open{
      {CallingContextTree::kRoot, CallingContextTree::kRoot}};
  for (std::size_t at = 0; at < open.size(); ++at) {
    const auto [old_parent, parent] = open[at];
    std::vector<FrameId>& below = children[old_parent.index()];
    std::sort(below.begin(), below.end(), [&](FrameId a, FrameId b) { return tree[a] < tree[b]; });
    for (const FrameId frame : below)
      open.emplace_back(frame, made.child(parent, made.intern(tree[frame])));
  }
  return made;
}

struct Trees {
  CallingContextTree tree;

  void merge(const Trees& other) { add_all(tree, other.tree); }
  void append_to(Bytes& message) const { append_tree(message, tree); }
  static Trees take(MessageReader& message) { return {take_tree(message)}; }
};

}  // namespace

samples::SampleSet with_common_tree(samples::SampleSet own, workers::Transport& transport) {
  Trees all = reduced(transport, Trees{own.tree});
  if (transport.rank() == 0) all.tree = in_order(all.tree);
  all = broadcast(transport, std::move(all));

  samples::SampleSet made;
  made.tree = std::move(all.tree);
  const std::vector<FrameId> frames = add_all(made.tree, own.tree);
  made.threads = std::move(own.threads);
  for (samples::ThreadSamples& thread : made.threads)
    for (samples::Sample& sample : thread.samples) sample.leaf = frames[sample.leaf.index()];
  for (auto& [body, flow] : own.flows) {
    for (SiteId& call : flow.calls)
      if (call.valid()) call = made.tree.find(own.tree.site(call));
    made.flows.emplace(made.tree.intern(own.tree.site(body)), std::move(flow));
  }
  return made;
}

}  // namespace tarry::diagnosis

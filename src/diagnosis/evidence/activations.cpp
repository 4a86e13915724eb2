// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/activations.h"

#include <algorithm>

namespace tarry::diagnosis {
namespace {

using samples::FrameId;
using samples::Sample;
using Flows = std::unordered_map<samples::SiteId, samples::BodyFlow>;

// Returns by frame whether it is no call of MPI, but has one below it.
std::vector<bool> callers_of_mpi(const samples::CallingContextTree& paths,
                                 const InitialLabels& labels) {
  std::vector<bool> made(paths.size());
  std::vector<bool> is_call(paths.size());  // by frame: it is a call or below one
  for (std::uint32_t at = 1; at < paths.size(); ++at) {
    const FrameId caller = paths.parent(FrameId{at});
    is_call[at] = is_call[caller.index()] || labels.is_entry[at];
    if (!is_call[at] || is_call[caller.index()]) continue;
    for (FrameId above = caller; !made[above.index()]; above = paths.parent(above)) {
      made[above.index()] = true;
      if (above == samples::CallingContextTree::kRoot) break;
    }
  }
  made[samples::CallingContextTree::kRoot.index()] = true;  // the thread is never left
  return made;
}

// Returns by frame whether its caller's control flow passes it at most once.
std::vector<bool> called_once(const samples::CallingContextTree& paths, const Flows& flows) {
  std::vector<bool> made(paths.size());
  for (std::uint32_t at = 1; at < paths.size(); ++at) {
    const FrameId frame{at};
    const FrameId caller = paths.parent(frame);
    const auto flow = paths.is_loop(caller) ? flows.end() : flows.find(paths.site_of(caller));
    if (flow == flows.end()) continue;
    const std::vector<samples::SiteId>& calls = flow->second.calls;
    made[at] = std::find(calls.begin(), calls.end(), paths.site_of(frame)) != calls.end();
  }
  return made;
}

}  // namespace

Activations::Activations(const samples::CallingContextTree& paths, const InitialLabels& labels,
                         const Flows& flows)
    : calls_mpi_(callers_of_mpi(paths, labels)), once_(called_once(paths, flows)) {}

std::uint32_t Activations::depth_that_stayed(const samples::CallingContextTree& paths,
                                             const Sample& before, const Sample& sample) const {
  const std::uint32_t common = paths.common_depth(before.leaf, sample.leaf);
  std::uint32_t depth = std::min(sample.stayed, common);
  while (depth < common && paths.is_loop(paths.ancestor(sample.leaf, depth + 1))) ++depth;
  if (sample.calls == 0 || !sample.is_counted()) return depth;
  FrameId frame = paths.ancestor(sample.leaf, depth);
  FrameId left;  // the frame below it on both paths
  if (depth < common) left = paths.ancestor(sample.leaf, depth + 1);
  while (!calls_mpi_[frame.index()] || (left.valid() && once_[left.index()])) {
    left = frame;
    frame = paths.parent(frame);
  }
  return paths.depth(frame);
}

}  // namespace tarry::diagnosis

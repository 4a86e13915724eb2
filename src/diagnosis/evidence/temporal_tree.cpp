// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/temporal_tree.h"

#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {

namespace {

class Builder {
 public:
  Builder(const samples::CallingContextTree& paths, const Activations& activations,
          const samples::ThreadSamples& thread, const std::vector<bool>& ends)
      : paths_(paths), activations_(activations), thread_(thread) {
    made_.period = thread.period;
    for (std::uint32_t at = 0; at < paths.size(); ++at) {  // callers come before what they call
      const FrameId frame{at};
      const FrameId caller = at == 0 ? frame : last_kept_[paths.parent(frame).index()];
      const bool is_below = at > 0 && (ends[caller.index()] || paths.depth(frame) > kDeepestFrame);
      last_kept_.push_back(is_below ? caller : frame);
    }
  }

  TemporalTree run() {
    const Time first = thread_.samples.empty() ? thread_.end : thread_.samples.front().time;
    push(samples::CallingContextTree::kRoot, {thread_.begin, thread_.begin});
    TimeRange border{thread_.begin, first};
    for (std::size_t at = 0; at < thread_.samples.size(); ++at) {
      const samples::Sample& sample = thread_.samples[at];
      std::uint32_t stays = 0;
      if (at > 0) {
        border = {thread_.samples[at - 1].time, sample.time};
        stays = activations_.depth_that_stayed(paths_, thread_.samples[at - 1], sample);
      }
      while (stack_.size() > std::size_t{stays} + 1) pop(border);
      for (const FrameId frame : below(sample.leaf)) push(frame, border);
      for (const TemporalId id : stack_) ++made_[id].samples;
    }
    if (!thread_.samples.empty()) border = {thread_.samples.back().time, thread_.end};
    while (stack_.size() > 1) pop(border);
    pop({thread_.end, thread_.end});
    return std::move(made_);
  }

 private:
  // Returns the frames between the top of the stack and `leaf`.
  const std::vector<FrameId>& below(FrameId leaf) {
    below_.clear();
    leaf = last_kept_[leaf.index()];
    for (auto depth = paths_.depth(leaf); depth >= stack_.size(); --depth) {
      below_.push_back(leaf);
      leaf = paths_.parent(leaf);
    }
    std::reverse(below_.begin(), below_.end());
    return below_;
  }

  void push(FrameId frame, TimeRange border) {
    TemporalNode node;
    node.frame = frame;
    node.begin = border;
    const TemporalId id = made_.add(std::move(node));
    if (!stack_.empty()) made_[stack_.back()].children.push_back(id);
    stack_.push_back(id);
  }

  void pop(TimeRange border) {
    made_[stack_.back()].end = border;
    stack_.pop_back();
  }

  const samples::CallingContextTree& paths_;
  const Activations& activations_;
  const samples::ThreadSamples& thread_;
  // By frame: itself, or the frame at which its path ends in the tree.
  std::vector<FrameId> last_kept_;
  TemporalTree made_;
  std::vector<TemporalId> stack_;
  std::vector<FrameId> below_;
};

}  // namespace

TemporalTree build_temporal_tree(const samples::CallingContextTree& paths,
                                 const Activations& activations,
                                 const samples::ThreadSamples& thread,
                                 const std::vector<bool>& ends) {
  return Builder(paths, activations, thread, ends).run();
}

}  // namespace tarry::diagnosis

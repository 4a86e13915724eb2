// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/difference.h"

#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {

namespace {

TimeRange duration_of(const MergedNode& node, std::uint64_t weight) {
  const auto count = static_cast<std::int64_t>(weight);
  return {node.sum.low / count, node.sum.high / count};
}

// Returns the time of the node that is in no child.
TimeRange own_duration(const MergedNode& node, std::uint64_t weight, Time period) {
  TimeRange own = duration_of(node, weight);
  for (const MergedNode& child : node.children) {
    const TimeRange inner = duration_of(child, weight);
    own.low -= inner.high;
    own.high -= inner.low;
  }
  own = narrowed(own, kWidestRangePeriods * period);
  return {std::max(Time{0}, own.low), std::max(Time{0}, own.high)};
}

void weigh_node(MergedNode& node, std::uint64_t weight, Time period) {
  node.difference_from_none = own_duration(node, weight, period).low;
  for (MergedNode& child : node.children) {
    weigh_node(child, weight, period);
    node.difference_from_none += child.difference_from_none;
  }
}

class Comparison {
 public:
  Comparison(const Cluster& a, const Cluster& b, Time period, std::vector<FrameDifference>* frames)
      : weight_a_(a.weight), weight_b_(b.weight), period_(period), frames_(frames) {}

  Time of(const MergedNode& a, const MergedNode& b) {
    Time sum =
        gap_between(own_duration(a, weight_a_, period_), own_duration(b, weight_b_, period_));
    if (frames_ != nullptr && sum > Time{0}) frames_->push_back({a.frame, sum});
    auto left = a.children.begin();
    auto right = b.children.begin();
    while (left != a.children.end() || right != b.children.end()) {
      if (right == b.children.end() || (left != a.children.end() && left->frame < right->frame))
        sum += alone(*left++, weight_a_);
      else if (left == a.children.end() || right->frame < left->frame)
        sum += alone(*right++, weight_b_);
      else
        sum += of(*left++, *right++);
    }
    return sum;
  }

 private:
  // Adds the time of a node that the other tree lacks.
  Time alone(const MergedNode& node, std::uint64_t weight) {
    if (frames_ == nullptr) return node.difference_from_none;
    Time sum = own_duration(node, weight, period_).low;
    if (sum > Time{0}) frames_->push_back({node.frame, sum});
    for (const MergedNode& child : node.children) sum += alone(child, weight);
    return sum;
  }

  std::uint64_t weight_a_;
  std::uint64_t weight_b_;
  Time period_;
  std::vector<FrameDifference>* frames_;
};

}  // namespace

void weigh(Cluster& cluster, Time period) { weigh_node(cluster.tree, cluster.weight, period); }

std::vector<FrameDifference> differences(const Cluster& a, const Cluster& b, Time period) {
  std::vector<FrameDifference> frames;
  Comparison(a, b, period, &frames).of(a.tree, b.tree);
  return frames;
}

double difference_ratio(const Cluster& a, const Cluster& b, Time period) {
  const Time both = duration_of(a.tree, a.weight).middle() + duration_of(b.tree, b.weight).middle();
  if (both <= Time{0}) return 0;
  const Time difference = Comparison(a, b, period, nullptr).of(a.tree, b.tree);
  return static_cast<double>(difference.count()) / static_cast<double>(both.count());
}

}  // namespace tarry::diagnosis

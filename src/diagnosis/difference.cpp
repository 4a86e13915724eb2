// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/difference.h"

#include "diagnosis/thresholds.h"

namespace tarry::diagnosis {

namespace {

TimeRange duration_of(const MergedNode& node, std::uint64_t weight) {
  const auto count = static_cast<std::int64_t>(weight);
  return {node.sum.low / count, node.sum.high / count};
}

class Comparison {
 public:
  Comparison(const Cluster& a, const Cluster& b, Time period, std::vector<FrameDifference>* frames)
      : weight_a_(a.weight), weight_b_(b.weight), period_(period), frames_(frames) {}

  Time of(const MergedNode& a, const MergedNode& b) {
    Time sum = gap_between(own(a, weight_a_), own(b, weight_b_));
    if (frames_ != nullptr && sum > Time{0}) frames_->push_back({a.frame, sum});
    auto left = a.children.begin();
    auto right = b.children.begin();
    while (left != a.children.end() || right != b.children.end()) {
      MergedNode none;
      if (right == b.children.end() || (left != a.children.end() && left->frame < right->frame)) {
        none.frame = left->frame;
        sum += of(*left++, none);
      } else if (left == a.children.end() || right->frame < left->frame) {
        none.frame = right->frame;
        sum += of(none, *right++);
      } else {
        sum += of(*left++, *right++);
      }
    }
    return sum;
  }

 private:
  // What is in no child.
  [[nodiscard]] TimeRange own(const MergedNode& node, std::uint64_t weight) const {
    TimeRange own = duration_of(node, weight);
    for (const MergedNode& child : node.children) {
      const TimeRange inner = duration_of(child, weight);
      own.low -= inner.high;
      own.high -= inner.low;
    }
    own = narrowed(own, kWidestRangePeriods * period_);
    return {std::max(Time{0}, own.low), std::max(Time{0}, own.high)};
  }

  std::uint64_t weight_a_;
  std::uint64_t weight_b_;
  Time period_;
  std::vector<FrameDifference>* frames_;
};

}  // namespace

Time difference(const Cluster& a, const Cluster& b, Time period,
                std::vector<FrameDifference>* frames) {
  return Comparison(a, b, period, frames).of(a.tree, b.tree);
}

double difference_ratio(const Cluster& a, const Cluster& b, Time period) {
  const Time both = duration_of(a.tree, a.weight).middle() + duration_of(b.tree, b.weight).middle();
  if (both <= Time{0}) return 0;
  return static_cast<double>(difference(a, b, period).count()) / static_cast<double>(both.count());
}

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// A histogram as parts of its values, each spread evenly over a range of time, so that histograms
// whose bins have different borders can be compared and parts can move.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/model/time_histogram.h"

namespace tarry::compressed {

// A share of all values, between two times in nanoseconds.
struct TimePart {
  double share = 0.0;  // all shares together are 1
  double low = 0.0;
  double high = 0.0;
};

// Thread: caller-locks.
class TimeShape {
 public:
  explicit TimeShape(const TimeHistogram& times);  // which has values
  // The times are limited to what is between `smallest` and `largest`. Parts may overlap.
  TimeShape(std::vector<TimePart> parts, double smallest, double largest);

  [[nodiscard]] const std::vector<TimePart>& parts() const { return parts_; }
  // Divides the parts, which follow each other, where any of `shares` of the values lies below.
  // Shapes divided at the same shares have parts that correspond.
  void divide(const std::vector<double>& shares);

  // Returns `count` values of this shape, at least 1. The smallest and the largest are among them
  // if there are two or more. Their sum is `count` times `mean`. If values in these bins cannot
  // have such a sum, the other times move toward the smallest or the largest until they can; if
  // this is not possible, the sum is the nearest that is.
  [[nodiscard]] TimeHistogram histogram(std::uint64_t count, double mean) const;

 private:
  [[nodiscard]] TimeShape moved_to(double wanted) const;
  [[nodiscard]] double share_below(double time) const;
  [[nodiscard]] TimeHistogram without_sum(std::uint64_t count) const;

  std::vector<TimePart> parts_;
  double smallest_ = 0.0;
  double largest_ = 0.0;
};

// Returns the shares of values below the borders of the parts of all shapes, rising, the last
// one 1. Parts of each shape follow each other.
[[nodiscard]] std::vector<double> shares_of(const std::vector<TimeShape>& shapes);

}  // namespace tarry::compressed

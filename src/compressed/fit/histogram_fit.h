// SPDX-License-Identifier: BSD-3-Clause
// The times of one place in the program over the number of ranks: histograms of some runs give one
// for another number of ranks.
//
// Bins of two histograms do not correspond, because their layout depends on the smallest and the
// largest value. What is fitted is therefore the mean, and in relation to it the smallest and the
// largest value and the times below which given shares of the values lie (TimeShape). The shares
// are those at the borders of the bins of all histograms, so nothing is lost: equal histograms give
// the same again. A time whose relation to the mean changes follows a model of its own: a part of
// the values may stay constant beside one that shrinks with more ranks. Borders of bins must change
// by more than the width of a bin, since they are all that is known of the values between them.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.2.5, which fits the number of
// values in each bin.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compressed/fit/time_models.h"
#include "compressed/model/time_histogram.h"

namespace tarry::compressed {

// The times of one run.
struct ObservedTimes {
  std::uint64_t ranks = 1;  // of the run, at least 1
  TimeHistogram times;
};

// Thread: caller-locks.
class HistogramFit {
 public:
  // Returns a histogram of `count` values for a run of `ranks` ranks; an empty one if no run had a
  // value. Its smallest and largest value, bins and sum are consistent with each other. The sum is
  // `count` times the fitted mean, or the nearest that is possible with the bins.
  [[nodiscard]] TimeHistogram at(std::uint64_t ranks, std::uint64_t count) const;
  // Returns how the mean depends on the number of ranks. Its error says how far to trust it.
  [[nodiscard]] const TimeFit& mean() const { return mean_; }
  [[nodiscard]] bool empty() const { return parts_.empty(); }

 private:
  struct Border {
    [[nodiscard]] double at(std::uint64_t ranks, double mean) const;

    double by_mean = 0.0;        // its relation to the mean,
    std::optional<TimeFit> own;  // unless it has a model of its own
  };
  struct Part {
    double share = 0.0;  // of the values
    Border low;
    Border high;
  };

  // `margin` is by how much a model of its own must be better than the relation to the mean.
  [[nodiscard]] Border fit_border(const std::vector<TimePoint>& times,
                                  const std::vector<TimePoint>& means, double margin) const;
  friend HistogramFit fit_histograms(const std::vector<ObservedTimes>& observed);

  TimeFit mean_;
  Border smallest_;
  Border largest_;
  std::vector<Part> parts_;
};

// Returns the fit. Runs without values are left out. If the model of the mean is not clear, it is
// the one that most of mean, smallest and largest value have, or else the one with fewest
// parameters. Where it suits, it is also the model of times whose own one is not clear. The order
// of the runs does not matter. Thread: any.
[[nodiscard]] HistogramFit fit_histograms(const std::vector<ObservedTimes>& observed);

}  // namespace tarry::compressed

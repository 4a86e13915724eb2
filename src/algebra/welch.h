// SPDX-License-Identifier: BSD-3-Clause
// Tells how far the means of two small samples are apart, where the samples may spread differently.
// Source: B. L. Welch, "The generalization of 'Student's' problem when several different population
// variances are involved", Biometrika 34 (1947). docs/decisions/069-runs-and-their-spread.md
#pragma once

#include <cstddef>
#include <span>

namespace tarry::algebra {

struct Sample {
  std::size_t size = 0;
  double mean = 0.0;
  double deviation = 0.0;  // standard deviation, with size - 1 in its denominator; 0 of one value
};

// `values` is not empty.
Sample sample_of(std::span<const double> values);

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

// Returns the interval that contains the true difference of the means, second minus first, except
// with the probability `error`, half of which lies on each side. Values are taken to be normally
// distributed; both samples have two values or more, and `error` is between 0 and 1. The interval
// is a point if neither sample spreads.
Interval difference_of_means(const Sample& first, const Sample& second, double error);

// Returns the t that Student's distribution exceeds with probability `tail`, which is more than 0
// and at most 0.5. `degrees` is positive and need not be whole.
double student_quantile(double tail, double degrees);

}  // namespace tarry::algebra

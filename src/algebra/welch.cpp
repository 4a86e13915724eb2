// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/welch.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace tarry::algebra {
namespace {

// Returns the regularized incomplete beta function I_x(a, b) for x up to (a + 1) / (a + b + 2),
// where its continued fraction converges fast. Source: Abramowitz and Stegun, "Handbook of
// Mathematical Functions", 26.5.8.
double beta_below_mode(double a, double b, double x) {
  // It takes some square root of the larger parameter; this is far more.
  const int pairs = 40 + static_cast<int>(4 * std::sqrt(std::max(a, b)));
  double fraction = 1.0;
  for (int m = pairs; m >= 0; --m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    fraction = 1.0 + odd / fraction;
    if (m > 0) fraction = 1.0 + even / fraction;
  }
  const double logarithm =
      std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x);
  return std::exp(logarithm) / (a * fraction);
}

// Returns the probability that Student's t is more than `t`, which is positive.
double student_tail(double t, double degrees) {
  const double a = 0.5 * degrees, b = 0.5;
  const double x = degrees / (degrees + t * t);
  if (x <= (a + 1) / (a + b + 2)) return 0.5 * beta_below_mode(a, b, x);
  return 0.5 - 0.5 * beta_below_mode(b, a, t * t / (degrees + t * t));
}

}  // namespace

Sample sample_of(std::span<const double> values) {
  CHECK(!values.empty(), "a sample has values");
  Sample out;
  out.size = values.size();
  // Equal values have no spread, not even that of rounding.
  if (std::all_of(values.begin(), values.end(), [&](double each) { return each == values[0]; })) {
    out.mean = values[0];
    return out;
  }
  const auto size = static_cast<double>(values.size());
  for (const double value : values) out.mean += value / size;
  double squares = 0.0;
  for (const double value : values) squares += (value - out.mean) * (value - out.mean);
  out.deviation = std::sqrt(squares / (size - 1));
  return out;
}

Interval difference_of_means(const Sample& first, const Sample& second, double error) {
  CHECK(first.size >= 2 && second.size >= 2, "a spread needs two values");
  const auto variance_of_mean = [](const Sample& of) {
    return of.deviation * of.deviation / static_cast<double>(of.size);
  };
  const double a = variance_of_mean(first), b = variance_of_mean(second);
  const double difference = second.mean - first.mean;
  if (a + b == 0.0) return {difference, difference};
  const double degrees =
      (a + b) * (a + b) /
      (a * a / static_cast<double>(first.size - 1) + b * b / static_cast<double>(second.size - 1));
  const double reach = student_quantile(0.5 * error, degrees) * std::sqrt(a + b);
  return {difference - reach, difference + reach};
}

double student_quantile(double tail, double degrees) {
  CHECK(tail > 0.0 && tail <= 0.5 && degrees > 0.0, "a tail of a distribution");
  if (tail == 0.5) return 0.0;
  double low = 0.0, high = 1.0;
  while (student_tail(high, degrees) > tail) {
    low = high;
    high *= 2;
  }
  // Halves the range until no number lies between its ends.
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return high;
    (student_tail(middle, degrees) > tail ? low : high) = middle;
  }
}

}  // namespace tarry::algebra

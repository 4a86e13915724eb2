// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/welch.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "base/check.h"

namespace tarry::algebra {
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
  // What is too large for a number becomes infinite; nothing is thrown.
  using Errors = boost::math::policies::policy<
      boost::math::policies::domain_error<boost::math::policies::ignore_error>,
      boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
      boost::math::policies::evaluation_error<boost::math::policies::ignore_error>>;
  const boost::math::students_t_distribution<double, Errors> distribution(degrees);
  return quantile(complement(distribution, tail));
}

}  // namespace tarry::algebra

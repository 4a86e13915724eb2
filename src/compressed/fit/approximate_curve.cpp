// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/approximate_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace tarry::compressed {

namespace {

// The same margin as that of models of time: noise must not choose a trend.
constexpr double kClose = 0.05;

struct Sample {
  double x = 0.0;
  double y = 0.0;
};
using Samples = std::vector<Sample>;

Approximation constant_through(const Samples& samples) {
  double sum = 0.0;
  for (const Sample& sample : samples) sum += sample.y;
  return {0.0, sum / static_cast<double>(samples.size())};
}

Approximation through_origin(const Samples& samples) {
  double above = 0.0;
  double below = 0.0;
  for (const Sample& sample : samples) {
    above += sample.x * sample.y;
    below += sample.x * sample.x;
  }
  return {below > 0.0 ? above / below : 0.0, 0.0};
}

Approximation line(const Samples& samples) {
  double x_mean = 0.0;
  for (const Sample& sample : samples) x_mean += sample.x / static_cast<double>(samples.size());
  const double y_mean = constant_through(samples).intercept;
  double above = 0.0;
  double below = 0.0;
  for (const Sample& sample : samples) {
    above += (sample.x - x_mean) * (sample.y - y_mean);
    below += (sample.x - x_mean) * (sample.x - x_mean);
  }
  const double slope = below > 0.0 ? above / below : 0.0;
  return {slope, y_mean - slope * x_mean};
}

double residual_of(const Curve& curve, const std::vector<Observation>& observations) {
  double squares = 0.0;
  double sizes = 0.0;
  for (const Observation& observation : observations) {
    const auto of = static_cast<double>(curve.of.at(observation.extents));
    const auto value = static_cast<double>(observation.value);
    const double deviation = value - curve.approximation->at(curve.kind, of);
    squares += deviation * deviation;
    sizes += std::abs(value);
  }
  const auto number = static_cast<double>(observations.size());
  const double freedom = std::max(1.0, number - curve.parameters);
  return sizes > 0.0 ? std::sqrt(squares / freedom) / (sizes / number) : 0.0;
}

std::vector<Curve> candidates(const std::vector<Observation>& sorted) {
  std::vector<Curve> out;
  const auto add = [&](CurveKind kind, ExtentProduct of, unsigned parameters, auto fit) {
    const Approximation identity{1.0, 0.0};
    Samples samples;
    for (const Observation& observation : sorted)
      samples.push_back({identity.at(kind, static_cast<double>(of.at(observation.extents))),
                         static_cast<double>(observation.value)});
    Curve curve;
    curve.kind = kind;
    curve.of = of;
    curve.parameters = parameters;
    curve.approximation = fit(samples);
    curve.confirmed = confirmed(sorted, parameters);
    curve.residual = residual_of(curve, sorted);
    out.push_back(std::move(curve));
  };
  add(CurveKind::Form, {}, 1, constant_through);
  for (const CurveKind kind :
       {CurveKind::Form, CurveKind::Quotient, CurveKind::Logarithm, CurveKind::Square}) {
    for (const ExtentProduct of : products_that_differ(sorted)) {
      add(kind, of, 1, through_origin);
      add(kind, of, 2, line);
    }
  }
  return out;
}

}  // namespace

std::vector<ExtentProduct> products_that_differ(const std::vector<Observation>& observations) {
  unsigned dimensions = 1;
  for (const Observation& observation : observations)
    dimensions = std::max(dimensions, observation.extents.dimensions);
  const ExtentProduct all = ExtentProduct::of_first(dimensions);
  std::vector<ExtentProduct> out;
  for (const unsigned bits : std::array<unsigned, 7>{all.bits, 1, 2, 4, 3, 5, 6}) {
    const ExtentProduct product{static_cast<std::uint8_t>(bits)};
    const auto differs = [&](const Observation& observation) {
      return product.at(observation.extents) != product.at(observations.front().extents);
    };
    if (bits <= all.bits && std::find(out.begin(), out.end(), product) == out.end() &&
        std::any_of(observations.begin(), observations.end(), differs))
      out.push_back(product);
  }
  return out;
}

Curve approximate_curve(const std::vector<Observation>& observations) {
  // Sums of floating-point numbers depend on their order.
  std::vector<Observation> sorted = observations;
  std::sort(sorted.begin(), sorted.end(), [](const Observation& a, const Observation& b) {
    return a.extents.size != b.extents.size ? a.extents.size < b.extents.size : a.value < b.value;
  });
  const std::vector<Curve> curves = candidates(sorted);
  double least = curves.front().residual;
  for (const Curve& curve : curves)
    if (curve.confirmed) least = std::min(least, curve.residual);
  // The first one is the constant.
  const Curve* best = &curves.front();
  if (best->residual <= least + kClose) return *best;
  const auto rank = [&](const Curve& curve) {
    return std::tuple(curve.residual > least + kClose, curve.parameters, curve.residual);
  };
  for (const Curve& curve : curves)
    if (curve.confirmed && rank(curve) < rank(*best)) best = &curve;
  return *best;
}

}  // namespace tarry::compressed

// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/time_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "base/check.h"

namespace tarry::compressed {

namespace {

using Points = std::vector<TimePoint>;

// A model that leaves a point out needs three others, or the point would be no outlier of anything.
constexpr std::size_t kFewestWithOutlier = 4;
// A line whose times differ less over all observed runs, in relation to their mean, is flat.
constexpr double kSmallestChange = 0.02;
// The selection margin of the source.
constexpr double kMargin = 0.05;
// Errors up to here are those of clocks. Fits with such errors are equally good.
constexpr double kExact = 0.001;
// Errors from here are none of clocks.
constexpr double kInexact = 0.01;

double mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

std::vector<double> times_of(const Points& points) {
  std::vector<double> out;
  for (const TimePoint& point : points) out.push_back(point.value);
  return out;
}

double ranks_of(const TimePoint& point) { return static_cast<double>(point.ranks); }

// Leaves out the point whose `values` is farthest from their mean, the later one of two.
void leave_out_outlier(Points& points, std::vector<double>& values) {
  if (points.size() < kFewestWithOutlier) return;
  const double mean = mean_of(values);
  std::size_t farthest = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (std::abs(values[i] - mean) >= std::abs(values[farthest] - mean)) farthest = i;
  points.erase(points.begin() + static_cast<std::ptrdiff_t>(farthest));
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(farthest));
}

double raw_at(const TimeFit& fit, double ranks) {
  switch (fit.model) {
    case TimeModel::Constant:
      return fit.b;
    case TimeModel::Inverse:
    case TimeModel::InverseOffset:
      return fit.a / ranks + fit.b;
    case TimeModel::Linear:
      return fit.a * ranks + fit.b;
  }
  return fit.b;
}

void judge(TimeFit& fit, const Points& used) {
  double squares = 0.0;
  for (const TimePoint& point : used) {
    const double deviation = point.value - raw_at(fit, ranks_of(point));
    squares += deviation * deviation;
  }
  fit.confirmed = used.size() > fit.parameters();
  const std::size_t freedom = fit.confirmed ? used.size() - fit.parameters() : 1;
  const double mean = mean_of(times_of(used));
  fit.error = mean > 0.0 ? std::sqrt(squares / static_cast<double>(freedom)) / mean : 0.0;
}

TimeFit constant(Points points) {
  std::vector<double> times = times_of(points);
  leave_out_outlier(points, times);
  TimeFit fit{.model = TimeModel::Constant, .b = mean_of(times)};
  judge(fit, points);
  return fit;
}

TimeFit inverse(Points points) {
  std::vector<double> products;
  for (const TimePoint& point : points) products.push_back(point.value * ranks_of(point));
  leave_out_outlier(points, products);
  TimeFit fit{.model = TimeModel::Inverse, .a = mean_of(products)};
  judge(fit, points);
  return fit;
}

struct Line {
  double slope = 0.0;
  double start = 0.0;
};

// Returns the line of least squares through `values` over the ranks, which must differ.
Line line_through(const Points& points, const std::vector<double>& values) {
  std::vector<double> ranks;
  for (const TimePoint& point : points) ranks.push_back(ranks_of(point));
  const double x_mean = mean_of(ranks);
  const double y_mean = mean_of(values);
  double above = 0.0;
  double below = 0.0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    above += (ranks[i] - x_mean) * (values[i] - y_mean);
    below += (ranks[i] - x_mean) * (ranks[i] - x_mean);
  }
  const double slope = above / below;
  return {slope, y_mean - slope * x_mean};
}

TimeFit linear(const Points& points) {
  const std::vector<double> times = times_of(points);
  const Line line = line_through(points, times);
  const double mean = mean_of(times);
  const double change = line.slope * (ranks_of(points.back()) - ranks_of(points.front()));
  TimeFit fit{.model = TimeModel::Linear, .a = line.slope, .b = line.start};
  if (std::abs(change) < kSmallestChange * mean) {
    fit.a = 0.0;
    fit.b = mean;
  }
  judge(fit, points);
  return fit;
}

std::optional<TimeFit> inverse_offset(const Points& points) {
  std::vector<double> products;
  for (const TimePoint& point : points) products.push_back(point.value * ranks_of(point));
  const Line line = line_through(points, products);
  TimeFit fit{.model = TimeModel::InverseOffset, .a = line.start, .b = line.slope};
  // Rounding must not make a pure inverse one that is negative.
  if (fit.b < 0.0 && fit.b > -1e-9 * mean_of(times_of(points))) fit.b = 0.0;
  if (fit.b < 0.0) return std::nullopt;
  judge(fit, points);
  return fit;
}

// Returns whether `a` is to be taken rather than `b`, which is equally good.
bool simpler(const TimeFit& a, const TimeFit& b) {
  if (a.parameters() != b.parameters()) return a.parameters() < b.parameters();
  // A falling line is below zero somewhere, and an inverse never is.
  const bool falls =
      a.model == TimeModel::Linear ? a.a < 0.0 : b.model == TimeModel::Linear && b.a < 0.0;
  if (falls) return a.model != TimeModel::Linear;
  return a.model < b.model;
}

double least_error(const TimeFits& fits) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::optional<TimeFit>& fit : fits)
    if (fit) least = std::min(least, fit->error);
  return least;
}

// Returns the simplest of the fits whose error is at most `error`.
const TimeFit* simplest_within(const TimeFits& fits, double error) {
  const TimeFit* best = nullptr;
  for (const std::optional<TimeFit>& fit : fits)
    if (fit && fit->error <= error && (best == nullptr || simpler(*fit, *best))) best = &*fit;
  return best;
}

}  // namespace

double TimeFit::at(std::uint64_t ranks) const {
  return std::max(0.0, raw_at(*this, static_cast<double>(ranks)));
}

unsigned TimeFit::parameters() const {
  return model == TimeModel::Constant || model == TimeModel::Inverse ? 1 : 2;
}

std::string TimeFit::text() const {
  std::array<char, 64> out{};
  switch (model) {
    case TimeModel::Constant:
      std::snprintf(out.data(), out.size(), "%.6g", b);
      break;
    case TimeModel::Inverse:
      std::snprintf(out.data(), out.size(), "%.6g/P", a);
      break;
    case TimeModel::Linear:
      std::snprintf(out.data(), out.size(), "%.6g*P %c %.6g", a, b < 0 ? '-' : '+', std::abs(b));
      break;
    case TimeModel::InverseOffset:
      std::snprintf(out.data(), out.size(), "%.6g/P + %.6g", a, b);
      break;
  }
  return out.data();
}

TimeFits fit_time_models(std::vector<TimePoint> points) {
  CHECK(!points.empty(), "a time is fitted to at least one run");
  // Sums of floating-point numbers depend on their order, and so does which of two outliers goes.
  std::sort(points.begin(), points.end(), [](const TimePoint& a, const TimePoint& b) {
    return a.ranks != b.ranks ? a.ranks < b.ranks : a.value < b.value;
  });
  TimeFits fits;
  fits[static_cast<std::size_t>(TimeModel::Constant)] = constant(points);
  fits[static_cast<std::size_t>(TimeModel::Inverse)] = inverse(points);
  if (points.front().ranks != points.back().ranks) {
    fits[static_cast<std::size_t>(TimeModel::Linear)] = linear(points);
    fits[static_cast<std::size_t>(TimeModel::InverseOffset)] = inverse_offset(points);
  }
  return fits;
}

std::optional<TimeModel> decided_model(const TimeFits& fits) {
  const double least = least_error(fits);
  const TimeFit* best = simplest_within(fits, std::max(least, kExact));
  // Errors of an explanation within the precision of clocks are not noise, so a smaller margin
  // does.
  const bool exact = least <= kExact && best->confirmed;
  for (const std::optional<TimeFit>& fit : fits) {
    if (!fit || fit->error <= std::max(least, kExact)) continue;
    if (exact ? fit->error < kInexact : fit->error <= least + kMargin) return std::nullopt;
  }
  return best->model;
}

bool is_plausible(const TimeFits& fits, TimeModel model) {
  const auto& fit = fits[static_cast<std::size_t>(model)];
  return fit && fit->error <= least_error(fits) + kMargin;
}

TimeModel modest_model(const TimeFits& fits) {
  return simplest_within(fits, least_error(fits) + kMargin)->model;
}

}  // namespace tarry::compressed

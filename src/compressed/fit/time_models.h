// SPDX-License-Identifier: BSD-3-Clause
// How a time depends on the number of ranks P: four models, fitted to what some runs have taken.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.2.5. Different from it: errors
// of all models are of one kind, the slope's size counts without its sign and relative to the
// times, and an outlier needs four points.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tarry::compressed {

// Fewer parameters first.
enum class TimeModel {
  Constant,       // b
  Inverse,        // a / P
  Linear,         // a P + b
  InverseOffset,  // a / P + b
};
inline constexpr std::size_t kTimeModels = 4;

struct TimePoint {
  std::uint64_t ranks = 1;  // at least 1
  double value = 0.0;       // at least 0
};

struct TimeFit {
  TimeModel model = TimeModel::Constant;
  double a = 0.0;
  double b = 0.0;
  // Root mean square of the deviations, in relation to the mean of the times; both without the
  // outlier, if the model leaves one out. The squares are divided by points minus parameters.
  double error = 0.0;
  bool confirmed = false;  // by more points than parameters

  // Returns the time, at least 0.
  [[nodiscard]] double at(std::uint64_t ranks) const;
  [[nodiscard]] unsigned parameters() const;
  [[nodiscard]] std::string text() const;  // "1200", "5e+06/P + 12"
};

// One fit for each model that the points allow, by TimeModel.
using TimeFits = std::array<std::optional<TimeFit>, kTimeModels>;

// Returns the fits. The order of the points does not matter. There must be a point. Models with one
// parameter are always there; those with two need two numbers of ranks, and InverseOffset is left
// out if the time would fall below zero.
// Thread: any.
[[nodiscard]] TimeFits fit_time_models(std::vector<TimePoint> points);

// Returns the model that explains the points clearly better than all others, or nothing. Models
// that are equally good do not compete: the one with fewest parameters stands for them.
[[nodiscard]] std::optional<TimeModel> decided_model(const TimeFits& fits);

// Returns whether a model exists whose error is close to the smallest.
[[nodiscard]] bool is_plausible(const TimeFits& fits, TimeModel model);

// Returns the plausible model with fewest parameters: what to take if nothing else decides.
[[nodiscard]] TimeModel modest_model(const TimeFits& fits);

}  // namespace tarry::compressed

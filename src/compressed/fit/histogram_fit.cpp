// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/histogram_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "compressed/fit/time_shape.h"

namespace tarry::compressed {

namespace {

// The relative error of a time that is only known by its bin: there are two bins for each power of
// two at best.
constexpr double kWidthOfBins = 0.25;
// The relative error that noise may make.
constexpr double kNoise = 0.01;

// Returns the model that more of the fields have decided for than for any other.
std::optional<TimeModel> majority_of(const std::vector<TimeFits>& fields) {
  std::array<std::size_t, kTimeModels> votes{};
  for (const TimeFits& field : fields)
    if (const auto model = decided_model(field)) ++votes[static_cast<std::size_t>(*model)];
  const auto most = std::max_element(votes.begin(), votes.end());
  if (std::count(votes.begin(), votes.end(), *most) != 1) return std::nullopt;
  return static_cast<TimeModel>(most - votes.begin());
}

TimeFit modest_fit(const TimeFits& fits) {
  return *fits[static_cast<std::size_t>(modest_model(fits))];
}

// Returns the fit by the model that is decided, or else by `common` if that is plausible.
TimeFit settled_fit(const TimeFits& fits, TimeModel common) {
  const std::optional<TimeModel> decided = decided_model(fits);
  if (!decided && !is_plausible(fits, common)) return modest_fit(fits);
  return *fits[static_cast<std::size_t>(decided.value_or(common))];
}

double mean_of_sorted(std::vector<double> values) {
  // Sums of floating-point numbers depend on their order.
  std::sort(values.begin(), values.end());
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

double HistogramFit::Border::at(std::uint64_t ranks, double mean) const {
  return own ? own->at(ranks) : by_mean * mean;
}

HistogramFit::Border HistogramFit::fit_border(const std::vector<TimePoint>& times,
                                              const std::vector<TimePoint>& means,
                                              double margin) const {
  std::vector<double> relations;
  for (std::size_t i = 0; i < times.size(); ++i)
    relations.push_back(means[i].value > 0.0 ? times[i].value / means[i].value : 1.0);
  Border out;
  out.by_mean = mean_of_sorted(relations);
  std::vector<double> squares;
  for (const double relation : relations)
    squares.push_back((relation - out.by_mean) * (relation - out.by_mean));
  const TimeFit own = settled_fit(fit_time_models(times), mean_.model);
  if ((own.error + margin) * out.by_mean < std::sqrt(mean_of_sorted(squares))) out.own = own;
  return out;
}

TimeHistogram HistogramFit::at(std::uint64_t ranks, std::uint64_t count) const {
  if (empty() || count == 0) return {};
  const double mean = mean_.at(ranks);
  // Times are whole numbers, and rounding must not put the border of a bin below itself.
  const auto time_of = [&](const Border& border) { return std::round(border.at(ranks, mean)); };
  std::vector<TimePart> parts;
  double lowest = mean;
  double highest = mean;
  for (const Part& part : parts_) {
    parts.push_back({part.share, time_of(part.low), time_of(part.high)});
    lowest = std::min({lowest, parts.back().low, parts.back().high});
    highest = std::max({highest, parts.back().low, parts.back().high});
  }
  // Where the trends of two parts cross, the end of one is no longer the end of all.
  lowest = std::min(lowest, std::round(smallest_.by_mean * mean));
  highest = std::max(highest, std::round(largest_.by_mean * mean));
  const double smallest = time_of(smallest_);
  const double largest = time_of(largest_);
  const TimeShape shape(std::move(parts), smallest > mean ? lowest : smallest,
                        largest < mean ? highest : largest);
  return shape.histogram(count, mean);
}

HistogramFit fit_histograms(const std::vector<ObservedTimes>& observed) {
  HistogramFit out;
  std::vector<std::uint64_t> ranks;
  std::vector<const TimeHistogram*> histograms;
  std::vector<TimeShape> shapes;
  for (const ObservedTimes& each : observed) {
    if (each.times.count() == 0) continue;
    ranks.push_back(each.ranks);
    histograms.push_back(&each.times);
    shapes.emplace_back(each.times);
  }
  if (shapes.empty()) return out;
  const auto points_of = [&ranks](const auto& value_of) {
    std::vector<TimePoint> points;
    for (std::size_t i = 0; i < ranks.size(); ++i)
      points.push_back({ranks[i], static_cast<double>(value_of(i))});
    return points;
  };
  const auto means = points_of([&](std::size_t i) { return histograms[i]->mean(); });
  const auto smallest = points_of([&](std::size_t i) { return histograms[i]->smallest(); });
  const auto largest = points_of([&](std::size_t i) { return histograms[i]->largest(); });
  const std::vector<TimeFits> exact = {fit_time_models(means), fit_time_models(smallest),
                                       fit_time_models(largest)};
  out.mean_ = settled_fit(exact[0], majority_of(exact).value_or(modest_model(exact[0])));
  out.smallest_ = out.fit_border(smallest, means, kNoise);
  out.largest_ = out.fit_border(largest, means, kNoise);

  const std::vector<double> shares = shares_of(shapes);
  for (TimeShape& shape : shapes) shape.divide(shares);
  for (std::size_t part = 0; part < shares.size(); ++part) {
    const auto low = points_of([&](std::size_t i) { return shapes[i].parts()[part].low; });
    const auto high = points_of([&](std::size_t i) { return shapes[i].parts()[part].high; });
    out.parts_.push_back({shapes.front().parts()[part].share,
                          out.fit_border(low, means, kWidthOfBins),
                          out.fit_border(high, means, kWidthOfBins)});
  }
  return out;
}

}  // namespace tarry::compressed

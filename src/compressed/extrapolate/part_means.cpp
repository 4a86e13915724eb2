// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/part_means.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tarry::compressed {
namespace {

// Relations to the mean that differ by a smaller part are the same.
constexpr double kSameRelation = 0.05;
// Means that are alike lie within so many of their standard errors.
constexpr double kErrorsOfChance = 3.0;

struct Value {
  double value = 0.0;
  double margin = 0.0;
  double weight = 0.0;
};

// Returns the mean of values that differ from it by no more than their margins.
std::optional<double> shared(const std::vector<Value>& values) {
  double sum = 0.0;
  double weights = 0.0;
  for (const Value& each : values) {
    sum += each.value * each.weight;
    weights += each.weight;
  }
  if (weights <= 0.0) return std::nullopt;
  const double mean = sum / weights;
  const auto is_near = [mean](const Value& each) {
    return std::abs(each.value - mean) <= each.margin;
  };
  if (!std::all_of(values.begin(), values.end(), is_near)) return std::nullopt;
  return mean;
}

}  // namespace

PartMeans::PartMeans(const RankLaw& law, const std::vector<LoadProfile>& profiles) : law_(law) {
  for (const LoadProfile& profile : profiles)
    if (!profile.times.empty()) add(profile);
}

std::optional<double> PartMeans::steady_mean() const {
  std::vector<Value> values;
  for (const OfTrace& each : traces_)
    values.push_back(
        {each.mean, kErrorsOfChance * error() * each.mean / std::sqrt(each.ranks), each.ranks});
  return shared(values);
}

std::optional<double> PartMeans::by_mean(std::size_t part) const {
  std::vector<Value> values;
  for (const OfTrace& each : traces_)
    if (const auto found = each.parts.find(part); found != each.parts.end() && each.mean > 0.0)
      values.push_back({found->second.first / each.mean,
                        kSameRelation * found->second.first / each.mean +
                            kErrorsOfChance * error() / std::sqrt(found->second.second),
                        found->second.second});
  return shared(values);
}

void PartMeans::add(const LoadProfile& profile) {
  const std::vector<RankMean> means = rank_means(profile, &TimesOfRanks::before);
  if (means.empty()) return;
  OfTrace out;
  out.ranks = static_cast<double>(means.size());
  for (const RankMean& each : means) {
    out.mean += each.nanoseconds / static_cast<double>(means.size());
    auto& [mean, ranks] = out.parts[law_.part_of(profile.grid, each.rank)];
    mean += each.nanoseconds;
    ++ranks;
  }
  for (auto& [part, mean] : out.parts) mean.first /= mean.second;
  if (const std::optional<std::size_t> part = law_.reference()) {
    if (!out.parts.contains(*part)) return;
    std::tie(out.mean, out.ranks) = out.parts[*part];
  }
  const MeanLine line = line_of(law_, profile.grid, means);
  const bool is_line = law_.kind == RankLaw::Kind::Linear;
  for (const RankMean& each : means) {
    const double expected = is_line ? line.at(law_.way_of(profile.grid, each.rank))
                                    : out.parts[law_.part_of(profile.grid, each.rank)].first;
    const double off = out.mean > 0.0 ? (each.nanoseconds - expected) / out.mean : 0.0;
    squares_ += off * off;
  }
  freedom_ += static_cast<double>(means.size()) -
              static_cast<double>(std::min(out.parts.size(), means.size()));
  // The end of a line is known about as well as the mean of a quarter of the ranks.
  if (is_line) out.parts = {{0, {line.low, out.ranks / 4}}, {1, {line.high, out.ranks / 4}}};
  traces_.push_back(std::move(out));
}

double PartMeans::error() const { return freedom_ > 0.0 ? std::sqrt(squares_ / freedom_) : 0.0; }

}  // namespace tarry::compressed

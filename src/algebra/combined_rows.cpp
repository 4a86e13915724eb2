// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/combined_rows.h"

#include <algorithm>
#include <cmath>

#include "model/combined_values.h"

namespace tarry::algebra {

using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

namespace {

// What remains of equal sums that were added up in another order is no difference.
double difference(double first, double second) {
  constexpr double kRounding = 1e-12;  // part of the values
  const double rounding = kRounding * std::max(std::abs(first), std::abs(second));
  return std::abs(first - second) <= rounding ? 0.0 : first - second;
}

}  // namespace

PlacedRows::PlacedRows(const SeverityCube& united, const std::vector<Placement>& placements)
    : united_callpaths_(united.callpaths.size()), united_locations_(united.locations.size()) {
  for (const Placement& placement : placements) {
    Place& place = places_.emplace_back();
    place.callpaths = placement.callpaths;
    place.locations = placement.locations;
    place.origins.resize(united_callpaths_);
    for (std::uint32_t i = 0; i < place.callpaths.size(); ++i)
      place.origins[place.callpaths[i].index()] = CallPathId{i};
  }
}

std::vector<double> PlacedRows::row(const SeverityCube& report, std::size_t number, MetricId metric,
                                    CallPathId callpath) const {
  const Place& place = places_[number];
  const CallPathId origin = place.origins[callpath.index()];
  if (!origin.valid()) return {};
  const std::vector<double> from = report.copy_of_row(metric, origin);
  if (from.empty()) return {};
  std::vector<double> values(united_locations_);
  for (std::size_t l = 0; l < from.size(); ++l) values[place.locations[l].index()] += from[l];
  return values;
}

std::vector<CallPathId> PlacedRows::callpaths(const std::vector<Owner>& owners) const {
  std::vector<bool> has_values(united_callpaths_);
  for (const Owner& owner : owners)
    for (const CallPathId callpath : owner.report->callpaths_with_values(owner.metric))
      has_values[places_[owner.number].callpaths[callpath.index()].index()] = true;
  std::vector<CallPathId> found;
  for (std::uint32_t i = 0; i < has_values.size(); ++i)
    if (has_values[i]) found.emplace_back(i);
  return found;
}

CombinedRows::CombinedRows(Operation operation, std::vector<SeverityCube> reports,
                           const SeverityCube& united, const std::vector<Placement>& placements)
    : operation_(operation), reports_(std::move(reports)), placed_(united, placements) {
  for (const model::CubeMetric& metric : united.metrics) {
    std::vector<Owner>& owners = owners_.emplace_back();
    for (std::size_t r = 0; r < reports_.size(); ++r)
      if (const MetricId id = reports_[r].find(metric.id); id.valid())
        owners.push_back({&reports_[r], r, id});
    is_extreme_.push_back(metric.sum != model::CubeMetric::Sum::Total);
    if (operation_ == Operation::Merge) owners.resize(1);
  }
}

base::Result<std::vector<CallPathId>> CombinedRows::callpaths(MetricId metric) {
  const std::vector<Owner>& owners = owners_[metric.index()];
  std::vector<CallPathId> found = placed_.callpaths(owners);
  for (const Owner& owner : owners) TRY(owner.report->reading());
  return found;
}

base::Result<std::vector<double>> CombinedRows::row(MetricId metric, CallPathId callpath) {
  const std::vector<Owner>& owners = owners_[metric.index()];
  std::vector<double> row;
  std::size_t contributions = 0;
  for (const Owner& owner : owners) {
    std::vector<double> values = placed_.row(*owner.report, owner.number, owner.metric, callpath);
    TRY(owner.report->reading());
    if (values.empty()) continue;
    if (is_extreme_[metric.index()])
      keep_extreme(row, values);
    else
      contribute(row, contributions++ == 0, owner.number, std::move(values));
  }
  if (!is_extreme_[metric.index()]) finish(row, contributions, owners.size());
  if (std::all_of(row.begin(), row.end(), [](double value) { return value == 0.0; })) row.clear();
  return row;
}

void CombinedRows::contribute(std::vector<double>& row, bool is_first, std::size_t report,
                              std::vector<double> values) const {
  row.resize(values.size());
  for (std::size_t l = 0; l < row.size(); ++l) {
    double& value = row[l];
    if (operation_ == Operation::Least)
      value = is_first ? values[l] : std::min(value, values[l]);
    else if (operation_ == Operation::Most)
      value = is_first ? values[l] : std::max(value, values[l]);
    else if (operation_ == Operation::Diff && report == 1)
      value = difference(value, values[l]);
    else
      value += values[l];
  }
}

// A zero is no value.
void CombinedRows::keep_extreme(std::vector<double>& row, const std::vector<double>& values) const {
  const auto how =
      operation_ == Operation::Least ? model::CubeMetric::Sum::Least : model::CubeMetric::Sum::Most;
  row.resize(values.size());
  for (std::size_t l = 0; l < row.size(); ++l) model::combine(how, values[l], row[l]);
}

// Reports that have the metric but not the call path count with 0.
void CombinedRows::finish(std::vector<double>& row, std::size_t contributions,
                          std::size_t owners) const {
  for (double& value : row) {
    if (operation_ == Operation::Mean) value /= static_cast<double>(owners);
    if (contributions == owners) continue;
    if (operation_ == Operation::Least) value = std::min(value, 0.0);
    if (operation_ == Operation::Most) value = std::max(value, 0.0);
  }
}

base::Result<std::vector<CallPathId>> CollapsedRows::callpaths(MetricId metric) {
  std::vector<CallPathId> found = report_.callpaths_with_values(metric);
  TRY(report_.reading());
  return found;
}

base::Result<std::vector<double>> CollapsedRows::row(MetricId metric, CallPathId callpath) {
  const double total = report_.total(metric, callpath);
  TRY(report_.reading());
  return total == 0.0 ? std::vector<double>{} : std::vector<double>{total};
}

}  // namespace tarry::algebra

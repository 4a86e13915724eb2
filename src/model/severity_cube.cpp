// SPDX-License-Identifier: BSD-3-Clause
#include "model/severity_cube.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace tarry::model {

void mark_twins(std::vector<CubeCallPath>& callpaths) {
  std::map<std::pair<CallPathId, std::string_view>, CubeCallPath*> first;
  for (CubeCallPath& path : callpaths) {
    if (path.paradigm != "mpi") continue;
    const auto [found, is_new] = first.try_emplace({path.parent, path.region}, &path);
    if (is_new) continue;
    for (CubeCallPath* twin : {found->second, &path}) twin->has_twin = !twin->call_site.empty();
  }
}

void SeverityCube::add_catalogue() {
  CHECK(metrics.empty(), "the catalogue comes first");
  for (const MetricInfo& info : all_metrics()) {
    CubeMetric added;
    added.id = info.id;
    added.name = info.name;
    added.parent = info.parent;
    added.unit = info.unit;
    added.description = info.meaning;
    metrics.push_back(std::move(added));
  }
}

void SeverityCube::leave_out(const std::vector<MetricId>& unwanted) {
  rows_.resize(metrics.size());
  std::vector<MetricId> now(metrics.size());  // by former id
  std::uint32_t kept = 0;
  for (std::uint32_t m = 0; m < metrics.size(); ++m) {
    if (std::find(unwanted.begin(), unwanted.end(), MetricId{m}) != unwanted.end()) continue;
    MetricId& parent = metrics[m].parent;
    if (parent.valid() && !now[parent.index()].valid()) continue;
    if (parent.valid()) parent = now[parent.index()];
    now[m] = MetricId{kept};
    if (kept != m) {
      metrics[kept] = std::move(metrics[m]);
      rows_[kept] = std::move(rows_[m]);
    }
    ++kept;
  }
  metrics.resize(kept);
  rows_.resize(kept);
}

MetricId SeverityCube::find(std::string_view id) const {
  for (std::uint32_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].id == id) return MetricId{i};
  return {};
}

std::vector<double>& SeverityCube::row_for_writing(MetricId metric, CallPathId callpath) {
  CHECK(metric.index() < metrics.size(), "the cube has this metric");
  CHECK(callpath.index() < callpaths.size(), "the cube has this call path");
  if (rows_.size() < metrics.size()) rows_.resize(metrics.size());
  std::vector<double>& row = rows_[metric.index()][callpath.value];
  if (row.empty()) row.resize(locations.size(), 0.0);
  return row;
}

void SeverityCube::add(MetricId metric, CallPathId callpath, LocationIndex location, double value) {
  CHECK(location.index() < locations.size(), "the cube has this location");
  if (value != 0.0) row_for_writing(metric, callpath)[location.index()] += value;
}

void SeverityCube::set(MetricId metric, CallPathId callpath, LocationIndex location, double value) {
  CHECK(location.index() < locations.size(), "the cube has this location");
  if (value != 0.0 || !row(metric, callpath).empty())
    row_for_writing(metric, callpath)[location.index()] = value;
}

double SeverityCube::value(MetricId metric, CallPathId callpath, LocationIndex location) const {
  const std::vector<double>& values = row(metric, callpath);
  return values.empty() ? 0.0 : values[location.index()];
}

const std::vector<double>& SeverityCube::row(MetricId metric, CallPathId callpath) const {
  static const std::vector<double> kEmpty;
  if (metric.index() >= rows_.size()) return kEmpty;
  const auto found = rows_[metric.index()].find(callpath.value);
  return found == rows_[metric.index()].end() ? kEmpty : found->second;
}

void SeverityCube::set_row(MetricId metric, CallPathId callpath, std::vector<double> values) {
  CHECK(values.empty() || values.size() == locations.size(), "one value per location");
  if (values.empty()) {
    if (metric.index() < rows_.size()) rows_[metric.index()].erase(callpath.value);
    return;
  }
  row_for_writing(metric, callpath) = std::move(values);
}

std::vector<CallPathId> SeverityCube::callpaths_with_values(MetricId metric) const {
  std::vector<CallPathId> found;
  if (metric.index() >= rows_.size()) return found;
  for (const auto& [callpath, values] : rows_[metric.index()]) found.emplace_back(callpath);
  return found;
}

double SeverityCube::total(MetricId metric) const {
  double sum = 0.0;
  for (const CallPathId callpath : callpaths_with_values(metric)) sum += total(metric, callpath);
  return sum;
}

double SeverityCube::total(MetricId metric, CallPathId callpath) const {
  double sum = 0.0;
  for (const double value : row(metric, callpath)) sum += value;
  return sum;
}

}  // namespace tarry::model

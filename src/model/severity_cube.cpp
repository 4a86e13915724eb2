// SPDX-License-Identifier: BSD-3-Clause
#include "model/severity_cube.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "model/combined_values.h"
#include "model/metric_description.h"

namespace tarry::model {

namespace {
const std::vector<double> kNoValues;
}

// A source, and what has come from it.
struct SeverityCube::OnDemand {
  explicit OnDemand(std::shared_ptr<RowSource> from) : source(std::move(from)) {}

  template <class Value>
  Value value_or_note(base::Result<Value> result) {
    if (result.ok()) return std::move(result).value();
    if (!error) error = std::move(result).error();
    return {};
  }
  std::vector<double> row(MetricId metric, CallPathId callpath) {
    return value_or_note(source->row(metric, callpath));
  }
  const RowSums& sums(MetricId metric) {
    const auto known = all_sums.find(metric.value);
    if (known != all_sums.end()) return known->second;
    return all_sums[metric.value] = value_or_note(source->sums(metric));
  }

  std::shared_ptr<RowSource> source;
  std::map<std::uint32_t, RowSums> all_sums;  // by metric
  Rows rows;
  std::optional<base::Error> error;
};

namespace {

// Some metrics of a source.
class KeptMetrics final : public RowSource {
 public:
  KeptMetrics(std::shared_ptr<RowSource> source, std::vector<MetricId> kept)
      : source_(std::move(source)), kept_(std::move(kept)) {}
  base::Result<std::vector<CallPathId>> callpaths(MetricId metric) override {
    return source_->callpaths(kept_[metric.index()]);
  }
  base::Result<std::vector<double>> row(MetricId metric, CallPathId callpath) override {
    return source_->row(kept_[metric.index()], callpath);
  }
  base::Result<RowSums> sums(MetricId metric) override {
    return source_->sums(kept_[metric.index()]);
  }

 private:
  std::shared_ptr<RowSource> source_;
  std::vector<MetricId> kept_;  // the metrics' ids in the source
};

}  // namespace

void SeverityCube::take_rows_from(std::shared_ptr<RowSource> source) {
  rows_.clear();
  failure_.reset();
  on_demand_ = std::make_shared<OnDemand>(std::move(source));
}

base::Status SeverityCube::reading() const {
  if (failure_) return *failure_;
  if (on_demand_ != nullptr && on_demand_->error) return *on_demand_->error;
  return base::kOk;
}

base::Status SeverityCube::read_all() {
  if (on_demand_ == nullptr) return base::kOk;
  const std::shared_ptr<OnDemand> from = on_demand_;
  Rows rows(metrics.size());
  for (std::uint32_t m = 0; m < metrics.size(); ++m)
    for_each_row(MetricId{m}, [&](CallPathId callpath, const std::vector<double>& values) {
      rows[m].emplace_hint(rows[m].end(), callpath.value, values);
    });
  failure_ = from->error;
  rows_ = std::move(rows);
  on_demand_ = nullptr;
  return reading();
}

void SeverityCube::forget_rows(MetricId metric) const {
  if (on_demand_ == nullptr || metric.index() >= on_demand_->rows.size()) return;
  on_demand_->rows[metric.index()].clear();
}

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
  // Pages are searched once.
  static const std::vector<std::string> descriptions = [] {
    std::vector<std::string> all;
    for (const MetricInfo& info : all_metrics()) all.push_back(description_of(info));
    return all;
  }();
  for (const MetricInfo& info : all_metrics()) {
    CubeMetric added;
    added.id = info.id;
    added.name = info.name;
    added.parent = info.parent;
    added.unit = info.unit;
    added.description = descriptions[metrics.size()];
    metrics.push_back(std::move(added));
  }
}

void SeverityCube::leave_out(const std::vector<MetricId>& unwanted) {
  rows_.resize(metrics.size());
  std::vector<MetricId> now(metrics.size());  // by former id
  std::vector<MetricId> former;
  std::uint32_t kept = 0;
  for (std::uint32_t m = 0; m < metrics.size(); ++m) {
    if (std::find(unwanted.begin(), unwanted.end(), MetricId{m}) != unwanted.end()) continue;
    MetricId& parent = metrics[m].parent;
    if (parent.valid() && !now[parent.index()].valid()) continue;
    if (parent.valid()) parent = now[parent.index()];
    now[m] = MetricId{kept};
    former.emplace_back(m);
    if (kept != m) {
      metrics[kept] = std::move(metrics[m]);
      rows_[kept] = std::move(rows_[m]);
    }
    ++kept;
  }
  metrics.resize(kept);
  rows_.resize(kept);
  if (on_demand_ != nullptr)
    take_rows_from(std::make_shared<KeptMetrics>(on_demand_->source, std::move(former)));
}

MetricId SeverityCube::find(std::string_view id) const {
  for (std::uint32_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].id == id) return MetricId{i};
  return {};
}

std::vector<double>& SeverityCube::row_for_writing(MetricId metric, CallPathId callpath) {
  CHECK(metric.index() < metrics.size(), "the cube has this metric");
  CHECK(callpath.index() < callpaths.size(), "the cube has this call path");
  if (on_demand_ != nullptr) static_cast<void>(read_all());  // reading() tells an error
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
  if (metric.index() >= metrics.size()) return kNoValues;
  if (on_demand_ != nullptr) {
    if (on_demand_->rows.size() <= metric.index()) on_demand_->rows.resize(metric.index() + 1);
    auto& held = on_demand_->rows[metric.index()];
    const auto known = held.find(callpath.value);
    if (known != held.end()) return known->second;
    return held[callpath.value] = on_demand_->row(metric, callpath);
  }
  if (metric.index() >= rows_.size()) return kNoValues;
  const auto found = rows_[metric.index()].find(callpath.value);
  return found == rows_[metric.index()].end() ? kNoValues : found->second;
}

std::vector<double> SeverityCube::copy_of_row(MetricId metric, CallPathId callpath) const {
  const bool is_read = on_demand_ != nullptr && metric.index() < metrics.size();
  return is_read ? on_demand_->row(metric, callpath) : row(metric, callpath);
}

void SeverityCube::for_each_row(MetricId metric, const RowVisit& visit) const {
  if (metric.index() >= metrics.size()) return;
  if (on_demand_ != nullptr) {
    for (const CallPathId callpath :
         on_demand_->value_or_note(on_demand_->source->callpaths(metric))) {
      const std::vector<double> values = on_demand_->row(metric, callpath);
      if (!values.empty()) visit(callpath, values);
      if (on_demand_->error) return;
    }
    return;
  }
  if (metric.index() >= rows_.size()) return;
  for (const auto& [callpath, values] : rows_[metric.index()]) visit(CallPathId{callpath}, values);
}

void SeverityCube::set_row(MetricId metric, CallPathId callpath, std::vector<double> values) {
  CHECK(values.empty() || values.size() == locations.size(), "one value per location");
  if (values.empty()) {
    if (on_demand_ != nullptr) static_cast<void>(read_all());  // reading() tells an error
    if (metric.index() < rows_.size()) rows_[metric.index()].erase(callpath.value);
    return;
  }
  row_for_writing(metric, callpath) = std::move(values);
}

std::vector<CallPathId> SeverityCube::callpaths_with_values(MetricId metric) const {
  if (metric.index() >= metrics.size()) return {};
  if (on_demand_ != nullptr) return on_demand_->sums(metric).callpaths;
  std::vector<CallPathId> found;
  if (metric.index() >= rows_.size()) return found;
  for (const auto& [callpath, values] : rows_[metric.index()]) found.emplace_back(callpath);
  return found;
}

double SeverityCube::total(MetricId metric) const {
  double sum = 0.0;
  for (const CallPathId callpath : callpaths_with_values(metric))
    combine(metrics[metric.index()].sum, total(metric, callpath), sum);
  return sum;
}

double SeverityCube::total(MetricId metric, CallPathId callpath) const {
  if (metric.index() >= metrics.size()) return 0.0;
  const CubeMetric::Sum how = metrics[metric.index()].sum;
  if (on_demand_ != nullptr && how == CubeMetric::Sum::Total) {
    const RowSums& sums = on_demand_->sums(metric);
    const auto at = std::lower_bound(sums.callpaths.begin(), sums.callpaths.end(), callpath);
    const bool is_there = at != sums.callpaths.end() && *at == callpath;
    return is_there ? sums.by_callpath[static_cast<std::size_t>(at - sums.callpaths.begin())] : 0.0;
  }
  double sum = 0.0;
  for (const double value : row(metric, callpath)) combine(how, value, sum);
  return sum;
}

std::vector<double> SeverityCube::sums_by_location(MetricId metric) const {
  std::vector<double> sums;
  const CubeMetric::Sum how =
      metric.index() < metrics.size() ? metrics[metric.index()].sum : CubeMetric::Sum::Total;
  if (on_demand_ != nullptr && metric.index() < metrics.size() && how == CubeMetric::Sum::Total) {
    sums = on_demand_->sums(metric).by_location;
    sums.resize(locations.size());
    return sums;
  }
  sums.resize(locations.size());
  for_each_row(metric, [&](CallPathId, const std::vector<double>& values) {
    for (std::size_t i = 0; i < sums.size(); ++i) combine(how, values[i], sums[i]);
  });
  return sums;
}

}  // namespace tarry::model

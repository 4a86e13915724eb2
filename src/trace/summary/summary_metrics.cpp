// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/summary_metrics.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include "model/counter_metrics.h"
#include "model/region_metrics.h"

namespace tarry::trace::summary {
namespace {

using model::MetricId;
namespace metric = model::metric;
using Row = SummaryMetrics::Row;

// By MessageCount.
constexpr MetricId kMessageMetrics[kMessageCounts] = {
    metric::syncs_send, metric::comms_send, metric::bytes_sent,   metric::syncs_recv,
    metric::comms_recv, metric::bytes_rcvd, metric::syncs_coll,   metric::comms_cxch,
    metric::comms_csrc, metric::comms_cdst, metric::bytes_cout,   metric::bytes_cin,
    metric::bytes_put,  metric::bytes_get,  metric::joined_visits};

constexpr std::size_t index(Column column) { return static_cast<std::size_t>(column); }

// Returns the metrics in which a column counts, whatever the region is.
const std::vector<MetricId>& metrics_of(Column column) {
  static const std::vector<MetricId> kManagement = model::with_ancestors(metric::omp_management);
  static const std::vector<MetricId> kIdle = model::with_ancestors(metric::omp_idle_threads);
  static const std::vector<MetricId> kLimited =
      model::with_ancestors(metric::omp_limited_parallelism);
  static const std::vector<MetricId> kOff = model::with_ancestors(metric::time);
  switch (column) {
    case Column::Management:
      return kManagement;
    case Column::Idle:
      return kIdle;
    case Column::Limited:
      return kLimited;
    default:
      return kOff;
  }
}

constexpr Column kBesideTime[] = {Column::Management, Column::Idle, Column::Limited, Column::Off};

// Returns every MPI call whose visits are counts.
std::vector<model::RegionKind> all_kinds() {
  std::vector<model::RegionKind> out;
  for (std::size_t c = 0; c < model::kRegionClasses; ++c)
    out.push_back({static_cast<model::RegionClass>(c), model::MpiCall::NotMpi});
  for (int call = 0; call <= static_cast<int>(model::MpiCall::FileCollectiveWrite); ++call)
    out.push_back({model::RegionClass::Computation, static_cast<model::MpiCall>(call)});
  return out;
}

// Returns the metrics of the catalogue that a summary knows.
std::set<MetricId> known_metrics() {
  std::set<MetricId> known = {metric::visits};
  const auto add = [&](const std::vector<MetricId>& ids) { known.insert(ids.begin(), ids.end()); };
  for (const model::RegionKind& kind : all_kinds()) {
    add(model::time_metrics(kind.region_class));
    add(model::visit_metrics(kind));
  }
  for (const Column column : kBesideTime) add(metrics_of(column));
  known.insert(std::begin(kMessageMetrics), std::end(kMessageMetrics));
  for (const auto& [sum, parts] : model::sum_metrics())
    if (known.contains(parts.front())) known.insert(sum);
  return known;
}

bool has_values(const Row& row) {
  return std::any_of(row.begin(), row.end(), [](double value) { return value != 0.0; });
}

void add(const Row& from, Row& to) {
  if (to.empty()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

model::CubeMetric extreme(const char* id, const char* name, model::CubeMetric::Sum sum) {
  model::CubeMetric metric;
  metric.id = id;
  metric.name = name;
  metric.description = "Of one visit, with all that is called from there";
  metric.sum = sum;
  return metric;
}

}  // namespace

bool is_time(Column column) {
  return column != Column::Visits && column < Column::FirstMessageCount;
}

SummaryMetrics::SummaryMetrics(model::SeverityCube& cube, std::vector<model::Counter> counters)
    : counters_(std::move(counters)) {
  cube.add_catalogue();
  const std::set<MetricId> known = known_metrics();
  std::vector<MetricId> unknown;
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    if (!known.contains(MetricId{m})) unknown.push_back(MetricId{m});
  cube.leave_out(unknown);
  for (const model::MetricInfo& metric : model::all_metrics())
    in_cube_.push_back(cube.find(metric.id));
  const auto add_extreme = [&](model::CubeMetric metric) {
    cube.metrics.push_back(std::move(metric));
    return MetricId{static_cast<std::uint32_t>(cube.metrics.size() - 1)};
  };
  // These are the ids that users of Score-P know.
  least_ =
      add_extreme(extreme("min_time", "Minimum Inclusive Time", model::CubeMetric::Sum::Least));
  most_ = add_extreme(extreme("max_time", "Maximum Inclusive Time", model::CubeMetric::Sum::Most));
  model::CounterSet all;
  for (std::uint32_t c = 0; c < counters_.size(); ++c) all.members.push_back(model::CounterId{c});
  counters_in_cube_ = model::add_counter_metrics(counters_, {all}, cube);
}

base::Status SummaryMetrics::rows(const model::RegionKind& kind, const std::vector<Row>& columns,
                                  const Put& put) const {
  std::map<MetricId, Row> made;
  const Row& visits = columns[index(Column::Visits)];
  if (has_values(visits)) {
    add(visits, made[metric::visits]);
    for (const MetricId id : model::visit_metrics(kind)) add(visits, made[id]);
  }
  if (const Row& time = columns[index(Column::Time)]; has_values(time))
    for (const MetricId id : model::time_metrics(kind.region_class)) add(time, made[id]);
  for (const Column column : kBesideTime)
    if (const Row& time = columns[index(column)]; has_values(time))
      for (const MetricId id : metrics_of(column)) add(time, made[id]);
  for (std::size_t i = 0; i < kMessageCounts; ++i)
    if (const Row& row = columns[index(Column::FirstMessageCount) + i]; has_values(row))
      add(row, made[kMessageMetrics[i]]);
  for (const auto& [sum, parts] : model::sum_metrics())
    for (const MetricId part : parts)
      if (const auto found = made.find(part); found != made.end()) {
        const Row row = found->second;
        add(row, made[sum]);
      }
  for (const auto& [id, row] : made) TRY(put(in_cube_[id.index()], row));
  TRY(counter_rows(columns, put));
  if (!has_values(visits)) return base::kOk;
  Row least = columns[index(Column::Shortest)];
  for (std::size_t i = 0; i < least.size(); ++i)
    if (visits[i] == 0.0) least[i] = std::numeric_limits<double>::max();
  TRY(put(least_, least));
  return put(most_, columns[index(Column::Longest)]);
}

base::Status SummaryMetrics::counter_rows(const std::vector<Row>& columns, const Put& put) const {
  for (std::size_t c = 0; c < counters_.size(); ++c) {
    Row row = columns[kColumns + c];
    if (!counters_in_cube_[c].valid() || !has_values(row)) continue;
    for (double& value : row) value = model::scaled(counters_[c], value);
    TRY(put(counters_in_cube_[c], row));
  }
  return base::kOk;
}

}  // namespace tarry::trace::summary

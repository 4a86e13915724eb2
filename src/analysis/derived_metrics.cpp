// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/derived_metrics.h"

#include <algorithm>
#include <vector>

#include "model/wait_states.h"

namespace tarry::analysis {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;
using model::SeverityCube;
namespace metric = model::metric;
using Row = std::vector<double>;

using Ids = std::vector<MetricId>;

// What of a location's time is not its own: waits at synchronisation points, and outside of teams.
Ids not_own() {
  Ids ids;
  for (const model::WaitStateInfo& wait : model::all_waiting_states())
    if (wait.at_syncpoint) ids.push_back(wait.metric);
  ids.push_back(metric::omp_idle_threads);
  return ids;
}

// What is no work: waits, but not for POSIX locks, and what OpenMP does for itself
// (docs/definitions.md, "Critical path").
Ids no_work() {
  Ids ids;
  for (const model::WaitStateInfo& wait : model::all_waiting_states())
    if (wait.paradigm != model::Paradigm::Pthread) ids.push_back(wait.metric);
  ids.insert(ids.end(), {metric::omp_management, metric::omp_ordered, metric::omp_idle_threads});
  return ids;
}

class Derivation {
 public:
  explicit Derivation(SeverityCube& cube) : cube_(cube), locations_(cube.locations.size()) {}

  void run() {
    if (cube_.find(metric::critical_path).valid()) critical_path();
    if (cube_.find(metric::imbalance).valid() && locations_ > 1) imbalance();
  }

 private:
  [[nodiscard]] CallPathId callpath(std::size_t c) const {
    return CallPathId{static_cast<std::uint32_t>(c)};
  }

  // The row of a metric of the cube, with a value for each location.
  [[nodiscard]] Row full_row(MetricId id, std::size_t c) const {
    Row out = id.valid() ? cube_.row(id, callpath(c)) : Row{};
    out.resize(locations_, 0.0);
    return out;
  }

  // The row of a metric of the catalogue.
  [[nodiscard]] Row row(MetricId known, std::size_t c) const {
    return full_row(cube_.find(known), c);
  }

  // A metric without the sum of others, at least nothing.
  [[nodiscard]] Row less(MetricId known, const Ids& others, std::size_t c) const {
    Row out = row(known, c);
    for (const MetricId other : others) {
      const MetricId id = cube_.find(other);
      if (!id.valid()) continue;
      const Row& minus = cube_.row(id, callpath(c));
      for (std::size_t l = 0; l < minus.size(); ++l) out[l] -= minus[l];
    }
    for (double& value : out) value = std::max(value, 0.0);
    return out;
  }

  // Gives the metric and those above it, below `top`, a row.
  void add(MetricId known, std::size_t c, const Row& values) {
    if (std::all_of(values.begin(), values.end(), [](double value) { return value == 0; })) return;
    for (MetricId id = cube_.find(known); id.valid(); id = cube_.metrics[id.index()].parent) {
      Row sum = full_row(id, c);
      for (std::size_t l = 0; l < locations_; ++l) sum[l] += values[l];
      cube_.set_row(id, callpath(c), std::move(sum));
    }
  }

  static double sum(const Row& row) {
    double out = 0;
    for (const double value : row) out += value;
    return out;
  }

  struct OnPath {
    std::size_t callpath;
    double all;  // CP(c)
    Row path;    // critical_path(c, l)
    Row time;    // LT(c, l)
  };

  void critical_path() {
    std::vector<OnPath> on_path;
    double length = 0;
    Row busy(locations_, 0.0);  // sum of LT
    for (std::size_t c = 0; c < cube_.callpaths.size(); ++c) {
      const Row time = less(metric::time, not_own_, c);
      for (std::size_t l = 0; l < locations_; ++l) busy[l] += time[l];
      const Row path = row(metric::critical_path, c);
      const double all = sum(path);
      length += all;
      activities(c, all, time);
      if (all > 0) on_path.push_back({c, all, path, time});
    }
    imbalance_of_path(on_path);
    imbalance_impact(on_path, length, busy);
  }

  void activities(std::size_t c, double path, const Row& time) {
    Row on(locations_), off(locations_);
    for (std::size_t l = 0; l < locations_; ++l) {
      on[l] = std::min(path, time[l]);
      off[l] = std::max(time[l] - path, 0.0);
    }
    add(metric::critical_path_activities, c, on);
    add(metric::non_critical_path_activities, c, off);
  }

  void imbalance_of_path(const std::vector<OnPath>& on_path) {
    for (const OnPath& at : on_path) {
      const double average =
          sum(less(metric::time, no_work_, at.callpath)) / static_cast<double>(locations_);
      const double more = std::max(at.all - average, 0.0);
      Row values = at.path;
      for (double& value : values) value *= more / at.all;
      if (more > 0)
        cube_.set_row(cube_.find(metric::critical_path_imbalance), callpath(at.callpath),
                      std::move(values));
    }
  }

  void imbalance_impact(const std::vector<OnPath>& on_path, double length, const Row& busy) {
    Row lacking(locations_, 0.0), absent(locations_, 0.0), used(busy);
    for (const OnPath& at : on_path)
      for (std::size_t l = 0; l < locations_; ++l) {
        lacking[l] += std::max(at.all - at.time[l], 0.0);
        if (at.time[l] <= 0)
          absent[l] += at.all;
        else
          used[l] += std::max(at.all - at.time[l], 0.0);  // the larger of both
      }
    for (const OnPath& at : on_path) {
      double all = 0, inter = 0;
      for (std::size_t l = 0; l < locations_; ++l) {
        const double less = std::max(at.all - at.time[l], 0.0);
        if (less > 0) all += less * (length - busy[l]) / lacking[l];
        if (at.time[l] <= 0) inter += at.all * (length - used[l]) / absent[l];
      }
      Row between(locations_, 0.0), within(locations_, 0.0);
      for (std::size_t l = 0; l < locations_; ++l) {
        const double part = at.path[l] / at.all;
        const double impact = std::max(part * all, 0.0);
        between[l] = std::min(std::max(part * inter, 0.0), impact);
        within[l] = impact - between[l];
      }
      add(metric::intra_partition_imbalance, at.callpath, within);
      add(metric::inter_partition_imbalance, at.callpath, between);
    }
  }

  // Whether all threads may take part, or initial ones only.
  [[nodiscard]] bool is_parallel(std::size_t c) const {
    for (CallPathId at = callpath(c); at.valid(); at = cube_.callpaths[at.index()].parent)
      if (cube_.callpaths[at.index()].role == "parallel") return true;
    return false;
  }

  void imbalance() {
    for (std::size_t c = 0; c < cube_.callpaths.size(); ++c) {
      const bool all_threads = is_parallel(c);
      const Row work = row(metric::comp, c), visits = row(metric::visits, c);
      double all = 0, count = 0, visitors = 0;
      const auto takes_part = [&](std::size_t l) {
        return all_threads || cube_.locations[l].thread == 0;
      };
      // Samples may show a function whose visits were left out.
      const auto is_there = [&](std::size_t l) { return visits[l] > 0 || work[l] > 0; };
      for (std::size_t l = 0; l < locations_; ++l) {
        if (!takes_part(l)) continue;
        all += work[l];
        ++count;
        visitors += is_there(l);
      }
      if (all == 0) continue;
      const double average = all / count;
      Row above(locations_, 0.0), below(locations_, 0.0), single(locations_, 0.0),
          bypass(locations_, 0.0);
      for (std::size_t l = 0; l < locations_; ++l) {
        if (!takes_part(l)) continue;
        above[l] = std::max(work[l] - average, 0.0);
        below[l] = std::max(average - work[l], 0.0);
        if (is_there(l) && visitors == 1 && count > 1) single[l] = average * (count - 1);
        if (!is_there(l) && visitors > 0 && visitors < count) bypass[l] = average;
      }
      add(metric::imbalance_above, c, above);
      add(metric::imbalance_below, c, below);
      set(metric::imbalance_above_single, c, single);
      set(metric::imbalance_below_bypass, c, bypass);
      if (visitors == 1) set(metric::imbalance_below_singularity, c, bypass);
    }
  }

  // A part of what the metric above it has already.
  void set(MetricId known, std::size_t c, const Row& values) {
    if (sum(values) != 0) cube_.set_row(cube_.find(known), callpath(c), values);
  }

  SeverityCube& cube_;
  const std::size_t locations_;
  const Ids not_own_ = not_own(), no_work_ = no_work();
};

}  // namespace

void add_derived_metrics(model::SeverityCube& cube) { Derivation(cube).run(); }

}  // namespace tarry::analysis

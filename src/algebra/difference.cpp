// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "algebra/united.h"
#include "report/query.h"

namespace tarry::algebra {

using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

namespace {

// A difference with the part that it is of the metric's total.
struct Ranked {
  double part;
  std::uint32_t metric, callpath, location;
  double first, second;
};

class Comparer {
 public:
  Comparer(const SeverityCube& first, const SeverityCube& second, United united, double tolerance)
      : reports_{&first, &second}, united_(std::move(united)), tolerance_(tolerance) {}

  Comparison run(std::size_t most) {
    for (std::uint32_t m = 0; m < united_.cube.metrics.size(); ++m) compare(MetricId{m});
    const auto is_before = [](const Ranked& a, const Ranked& b) {
      return std::tuple(-a.part, a.metric, a.callpath, a.location) <
             std::tuple(-b.part, b.metric, b.callpath, b.location);
    };
    std::sort(found_.begin(), found_.end(), is_before);
    found_.resize(std::min(found_.size(), most));
    for (const Ranked& each : found_) out_.largest.push_back(told(each));
    return std::move(out_);
  }

 private:
  void compare(MetricId metric) {
    std::array<std::vector<std::vector<double>>, 2> rows;
    std::array<bool, 2> has{};
    for (std::size_t r = 0; r < 2; ++r) rows[r] = rows_of(r, metric, has[r]);
    const std::string& id = united_.cube.metrics[metric.index()].id;
    if (!has[1]) out_.only_in_first.push_back(id);
    if (!has[0]) out_.only_in_second.push_back(id);
    if (!has[0] || !has[1]) return;
    double total = 0.0;
    for (const auto& report : rows)
      for (const std::vector<double>& row : report)
        for (const double value : row) total += std::abs(value);
    for (std::uint32_t n = 0; n < united_.cube.callpaths.size(); ++n)
      for (std::uint32_t l = 0; l < united_.cube.locations.size(); ++l) {
        const double first = rows[0][n].empty() ? 0.0 : rows[0][n][l];
        const double second = rows[1][n].empty() ? 0.0 : rows[1][n][l];
        if (first == 0.0 && second == 0.0) continue;
        ++out_.cells;
        const double off = std::abs(first - second);
        if (off <= tolerance_ * std::max(std::abs(first), std::abs(second))) continue;
        ++out_.different;
        found_.push_back({off / total, metric.value, n, l, first, second});
      }
  }

  // Returns the rows of a report by united call path and location.
  std::vector<std::vector<double>> rows_of(std::size_t r, MetricId metric, bool& has) const {
    std::vector<std::vector<double>> rows(united_.cube.callpaths.size());
    const Placement& placement = united_.placements[r];
    const auto at = std::find(placement.metrics.begin(), placement.metrics.end(), metric);
    has = at != placement.metrics.end();
    if (!has) return rows;
    const MetricId id{static_cast<std::uint32_t>(at - placement.metrics.begin())};
    for (const CallPathId callpath : reports_[r]->callpaths_with_values(id)) {
      std::vector<double>& row = rows[placement.callpaths[callpath.index()].index()];
      row.resize(united_.cube.locations.size());
      const std::vector<double>& from = reports_[r]->row(id, callpath);
      for (std::size_t l = 0; l < from.size(); ++l) row[placement.locations[l].index()] += from[l];
    }
    return rows;
  }

  [[nodiscard]] Difference told(const Ranked& each) const {
    const model::CubeMetric& metric = united_.cube.metrics[each.metric];
    const model::CubeLocation& location = united_.cube.locations[each.location];
    return {metric.id,           report::shown_path(united_.cube, CallPathId{each.callpath}),
            location.rank.value, location.thread,
            each.first,          each.second,
            metric.unit};
  }

  std::array<const SeverityCube*, 2> reports_;
  United united_;
  double tolerance_;
  Comparison out_;
  std::vector<Ranked> found_;
};

}  // namespace

base::Result<Comparison> compare(const SeverityCube& first, const SeverityCube& second,
                                 double tolerance, std::size_t most) {
  const std::array<const SeverityCube*, 2> both{&first, &second};
  TRY_ASSIGN(United united, unite(both));
  return Comparer(first, second, std::move(united), tolerance).run(most);
}

}  // namespace tarry::algebra

// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "algebra/combined_rows.h"
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
      : reports_{&first, &second},
        united_(std::move(united)),
        placed_(united_.cube, united_.placements),
        tolerance_(tolerance) {}

  base::Result<Comparison> run(std::size_t most) {
    most_ = most;
    for (std::uint32_t m = 0; m < united_.cube.metrics.size(); ++m) TRY(compare(MetricId{m}));
    keep_largest(found_);
    for (const Ranked& each : found_) out_.largest.push_back(told(each));
    return std::move(out_);
  }

 private:
  // Sorts them, and keeps as many as are shown.
  void keep_largest(std::vector<Ranked>& differences) const {
    const auto is_before = [](const Ranked& a, const Ranked& b) {
      return std::tuple(-a.part, a.metric, a.callpath, a.location) <
             std::tuple(-b.part, b.metric, b.callpath, b.location);
    };
    std::sort(differences.begin(), differences.end(), is_before);
    differences.resize(std::min(differences.size(), most_));
  }

  base::Status compare(MetricId metric) {
    const std::string& id = united_.cube.metrics[metric.index()].id;
    std::vector<PlacedRows::Owner> owners;
    for (std::size_t r = 0; r < 2; ++r)
      if (const MetricId known = reports_[r]->find(id); known.valid())
        owners.push_back({reports_[r], r, known});
      else
        (r == 0 ? out_.only_in_second : out_.only_in_first).push_back(id);
    if (owners.size() < 2) return base::kOk;
    double total = 0.0;
    std::vector<Ranked> found;  // part: without division by the total
    for (const CallPathId callpath : placed_.callpaths(owners)) {
      std::array<std::vector<double>, 2> rows;
      for (const PlacedRows::Owner& owner : owners) {
        std::vector<double>& row = rows[owner.number];
        row = placed_.row(*owner.report, owner.number, owner.metric, callpath);
        row.resize(united_.cube.locations.size());
        for (const double value : row) total += std::abs(value);
        TRY(owner.report->reading());
      }
      compare_rows(metric, callpath, rows, found);
      constexpr std::size_t kSomeMore = 100000;
      if (found.size() > most_ + kSomeMore) keep_largest(found);
    }
    for (const PlacedRows::Owner& owner : owners) TRY(owner.report->reading());
    for (Ranked& each : found) each.part /= total;
    found_.insert(found_.end(), found.begin(), found.end());
    return base::kOk;
  }

  void compare_rows(MetricId metric, CallPathId callpath,
                    const std::array<std::vector<double>, 2>& rows, std::vector<Ranked>& found) {
    for (std::uint32_t l = 0; l < rows[0].size(); ++l) {
      const double first = rows[0][l];
      const double second = rows[1][l];
      if (first == 0.0 && second == 0.0) continue;
      ++out_.cells;
      const double off = std::abs(first - second);
      if (off <= tolerance_ * std::max(std::abs(first), std::abs(second))) continue;
      ++out_.different;
      found.push_back({off, metric.value, callpath.value, l, first, second});
    }
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
  PlacedRows placed_;
  double tolerance_;
  std::size_t most_ = 0;
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

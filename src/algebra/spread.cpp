// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/spread.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "algebra/united.h"
#include "report/query.h"

namespace tarry::algebra {

using base::Error;
using base::ErrorCode;
using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

namespace {

Verdict verdict_of(const Interval& range, double smallest) {
  if (range.low > smallest) return Verdict::Regression;
  if (range.high < -smallest) return Verdict::Improvement;
  if (range.low >= -smallest && range.high <= smallest) return Verdict::Same;
  return range.low > 0.0 || range.high < 0.0 ? Verdict::Uncertain : Verdict::Noise;
}

class GroupComparer {
 public:
  GroupComparer(std::vector<const SeverityCube*> runs, std::size_t old_runs, United united,
                const SpreadOptions& options)
      : runs_(std::move(runs)),
        old_runs_(old_runs),
        united_(std::move(united)),
        options_(options) {}

  base::Result<Spread> run() {
    if (options_.metrics.empty()) add_run_time();
    TRY_ASSIGN(const std::vector<MetricId> metrics, wanted());
    for (const MetricId metric : metrics) add(metric);
    judge();
    const auto is_before = [](const SpreadRow& a, const SpreadRow& b) {
      return std::tuple(a.metric != kRunTime, a.verdict, -std::abs(a.change())) <
             std::tuple(b.metric != kRunTime, b.verdict, -std::abs(b.change()));
    };
    std::stable_sort(out_.rows.begin(), out_.rows.end(), is_before);
    return std::move(out_);
  }

 private:
  using Values = std::vector<double>;  // by run, those of the old version first

  void add_run_time() {
    Values values;
    for (const SeverityCube* run : runs_) values.push_back(run->experiment.duration_s);
    add_row(kRunTime, "", model::Unit::Seconds, values, old_mean(values));
  }

  // Returns the united metrics to compare, and notes those that some run lacks.
  base::Result<std::vector<MetricId>> wanted() {
    const std::vector<model::CubeMetric>& all = united_.cube.metrics;
    for (const std::string& id : options_.metrics)
      if (!united_.cube.find(id).valid())
        return Error{ErrorCode::Usage, "no run has the metric '" + id + "'", "",
                     "'tarry report RUN --by metric' lists them"};
    std::vector<MetricId> out;
    for (std::uint32_t m = 0; m < all.size(); ++m) {
      const bool is_wanted = options_.metrics.empty()
                                 ? root_of(MetricId{m}) == united_.cube.find(model::metric::time)
                                 : std::find(options_.metrics.begin(), options_.metrics.end(),
                                             all[m].id) != options_.metrics.end();
      if (!is_wanted || all[m].sum != model::CubeMetric::Sum::Total) continue;
      if (std::all_of(united_.placements.begin(), united_.placements.end(),
                      [&](const Placement& run) { return local(run, MetricId{m}).valid(); }))
        out.push_back(MetricId{m});
      else
        out_.left_out.push_back(all[m].id);
    }
    return out;
  }

  void add(MetricId metric) {
    std::map<CallPathId, Values> values;
    Values totals(runs_.size());
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      const Placement& placement = united_.placements[r];
      const MetricId id = local(placement, metric);
      for (const CallPathId callpath : runs_[r]->callpaths_with_values(id)) {
        Values& of = values[placement.callpaths[callpath.index()]];
        of.resize(runs_.size());
        of[r] += runs_[r]->total(id, callpath);
      }
      totals[r] = runs_[r]->total(id);
    }
    const double whole = whole_of(metric);
    add_row_of(metric, CallPathId{}, totals, whole);
    for (const auto& [callpath, of] : values) add_row_of(metric, callpath, of, whole);
  }

  // A function that only computes has the same time, execution and computation, in every run. That
  // is one quantity, which has one row, with the innermost of these metrics.
  void add_row_of(MetricId metric, CallPathId callpath, const Values& values, double whole) {
    const model::CubeMetric& about = united_.cube.metrics[metric.index()];
    const auto around = added_.find({about.parent, callpath});
    if (around != added_.end() && around->second.values == values) {
      const std::optional<std::size_t> row = around->second.row;
      if (row) out_.rows[*row].metric = about.id;
      added_[{metric, callpath}] = {values, row};
      return;
    }
    const std::string path =
        callpath.valid() ? report::shown_path(united_.cube, callpath) : std::string();
    added_[{metric, callpath}] = {values, add_row(about.id, path, about.unit, values, whole)};
  }

  // Returns the number of the row, or nothing if it is too small. The sum of both means says
  // nothing about their difference, so that rows may be left out by it.
  std::optional<std::size_t> add_row(const std::string& metric, const std::string& callpath,
                                     model::Unit unit, const Values& values, double whole) {
    SpreadRow row;
    row.metric = metric;
    row.callpath = callpath;
    row.unit = unit;
    row.old_runs = sample_of(std::span(values).first(old_runs_));
    row.new_runs = sample_of(std::span(values).subspan(old_runs_));
    row.smallest = options_.smallest * std::abs(whole);
    const double size = std::abs(row.old_runs.mean) + std::abs(row.new_runs.mean);
    if (size == 0.0) return std::nullopt;
    if (size < row.smallest) {
      ++out_.too_small;
      return std::nullopt;
    }
    out_.rows.push_back(std::move(row));
    return out_.rows.size() - 1;
  }

  // All ranges together miss with the probability `error` at most (Bonferroni). The run time, which
  // everybody asks for, has half of it.
  void judge() {
    const std::size_t others = out_.rows.size() - (options_.metrics.empty() ? 1 : 0);
    for (SpreadRow& row : out_.rows) {
      double error = options_.error;
      if (row.metric == kRunTime)
        error *= others == 0 ? 1.0 : 0.5;
      else
        error *= (options_.metrics.empty() ? 0.5 : 1.0) / static_cast<double>(others);
      row.difference = difference_of_means(row.old_runs, row.new_runs, error);
      row.verdict = verdict_of(row.difference, row.smallest);
    }
  }

  [[nodiscard]] double old_mean(const Values& values) const {
    return sample_of(std::span(values).first(old_runs_)).mean;
  }

  [[nodiscard]] double whole_of(MetricId metric) const {
    double sum = 0.0;
    for (std::size_t r = 0; r < old_runs_; ++r)
      if (const MetricId root = local(united_.placements[r], root_of(metric)); root.valid())
        sum += runs_[r]->total(root);
    return sum / static_cast<double>(old_runs_);
  }

  [[nodiscard]] MetricId root_of(MetricId metric) const {
    while (united_.cube.metrics[metric.index()].parent.valid())
      metric = united_.cube.metrics[metric.index()].parent;
    return metric;
  }

  // Returns the number that a run has for a united metric, !valid() if it lacks the metric.
  static MetricId local(const Placement& run, MetricId united) {
    const auto found = std::find(run.metrics.begin(), run.metrics.end(), united);
    if (found == run.metrics.end()) return {};
    return MetricId{static_cast<std::uint32_t>(found - run.metrics.begin())};
  }

  std::vector<const SeverityCube*> runs_;
  std::size_t old_runs_;
  United united_;
  const SpreadOptions& options_;
  struct Added {
    Values values;
    std::optional<std::size_t> row;  // none: too small
  };
  std::map<std::pair<MetricId, CallPathId>, Added> added_;
  Spread out_;
};

}  // namespace

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Regression:
      return "regression";
    case Verdict::Improvement:
      return "improvement";
    case Verdict::Uncertain:
      return "uncertain";
    case Verdict::Noise:
      return "noise";
    case Verdict::Same:
      return "same";
  }
  return "";
}

std::size_t Spread::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const SpreadRow& row) { return row.verdict == verdict; }));
}

base::Result<Spread> compare_groups(std::span<const SeverityCube> old_runs,
                                    std::span<const SeverityCube> new_runs,
                                    const SpreadOptions& options) {
  if (old_runs.size() < 2 || new_runs.size() < 2)
    return Error{ErrorCode::Usage,
                 fmt::format("a spread needs two or more runs of each version, not {} and {}",
                             old_runs.size(), new_runs.size()),
                 "", "five of each tell far more than three"};
  std::vector<const SeverityCube*> runs;
  for (const auto& group : {old_runs, new_runs})
    for (const SeverityCube& run : group) {
      if (run.experiment.ranks != old_runs[0].experiment.ranks)
        return Error{ErrorCode::BadInput,
                     fmt::format("the runs have different numbers of ranks: {} and {}",
                                 old_runs[0].experiment.ranks, run.experiment.ranks),
                     "", "compare runs of one size; 'tarry report A B' shows runs of several"};
      if (run.experiment.attributes.contains(report::kWholeTimeKey))
        return Error{ErrorCode::BadInput, "a difference of reports is no run", "",
                     "name the reports of the runs"};
      runs.push_back(&run);
    }
  TRY_ASSIGN(United united, unite(runs));
  return GroupComparer(std::move(runs), old_runs.size(), std::move(united), options).run();
}

}  // namespace tarry::algebra

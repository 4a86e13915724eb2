// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/operations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "algebra/combined_rows.h"
#include "algebra/united.h"
#include "report/quantity.h"
#include "report/query.h"
#include "report/wait_states.h"

namespace tarry::algebra {

using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

namespace {

std::string listed(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

// Returns "4 ranks", or "4 to 8 ranks" for runs of several sizes.
std::string sizes(std::span<const SeverityCube> reports) {
  const auto less = [](const SeverityCube& a, const SeverityCube& b) {
    return a.experiment.ranks < b.experiment.ranks;
  };
  const auto [least, most] = std::minmax_element(reports.begin(), reports.end(), less);
  const std::string all = report::counted(most->experiment.ranks, "rank");
  return least->experiment.ranks == most->experiment.ranks
             ? all
             : fmt::format("{} to {}", least->experiment.ranks, all);
}

std::string what_was_done(Operation operation, const std::vector<std::string>& names) {
  switch (operation) {
    case Operation::Diff:
      return names[0] + " minus " + names[1];
    case Operation::Mean:
      return "mean of " + listed(names);
    case Operation::Least:
      return "least of " + listed(names);
    case Operation::Most:
      return "most of " + listed(names);
    case Operation::Merge:
      return "merged from " + listed(names);
  }
  return "";
}

// A difference says the rest in its headline.
std::string description(Operation operation, std::span<const SeverityCube> reports,
                        const std::vector<std::string>& names, double duration_s) {
  const std::string done = what_was_done(operation, names);
  if (operation == Operation::Diff) return done;
  return fmt::format("{}; {}, ran {}", done, sizes(reports), report::seconds(duration_s));
}

// Returns "120 ms (8.5 %) more" or, for a negative change, "120 ms (8.5 %) less".
std::string change(double by, double of, const char* more, const char* less) {
  std::string text = report::seconds(std::abs(by));
  if (of > 0.0) text += " (" + report::percent(std::abs(by), of) + ")";
  return text + ' ' + (by < 0.0 ? less : more);
}

// Returns what the first report has more than the second, without a full stop.
std::string difference_text(std::span<const SeverityCube> reports,
                            const std::vector<std::string>& names) {
  const double first_s = reports[0].experiment.duration_s;
  const double second_s = reports[1].experiment.duration_s;
  const double time = report::own_time(reports[1]);
  const double more = report::own_time(reports[0]) - time;
  std::string text =
      names[0] + " ran " +
      (first_s == second_s ? "as long as "
                           : change(first_s - second_s, second_s, "longer", "shorter") + " than ") +
      names[1] + ". Over all ranks it took " +
      (more == 0.0 ? "the same time" : change(more, time, "more", "less"));
  if (!report::looks_for_waiting(reports[0]) || !report::looks_for_waiting(reports[1])) return text;
  const double waiting = report::total_waiting(reports[1]);
  const double waits_more = report::total_waiting(reports[0]) - waiting;
  return text + " and waited " +
         (waits_more == 0.0 ? "as much" : change(waits_more, waiting, "more", "less"));
}

class Combination {
 public:
  Combination(Operation operation, std::span<const SeverityCube> reports, United united)
      : operation_(operation), reports_(reports), united_(std::move(united)) {}

  SeverityCube run() {
    if (operation_ == Operation::Diff) leave_out_what_one_lacks();
    leave_out_extremes();
    if (operation_ != Operation::Merge) {
      // Differences may be negative, means fractional.
      for (model::CubeMetric& metric : united_.cube.metrics)
        metric.is_real = metric.is_real || metric.unit != model::Unit::Seconds;
    }
    model::CubeExperiment& experiment = united_.cube.experiment;
    experiment.duration_s = combined_duration();
    experiment.ideal_duration_s = 0.0;
    gather_warnings();
    if (operation_ == Operation::Merge) keep_of_first();
    united_.cube.take_rows_from(std::make_shared<CombinedRows>(
        operation_, std::vector<SeverityCube>(reports_.begin(), reports_.end()), united_.cube,
        united_.placements));
    return std::move(united_.cube);
  }

 private:
  [[nodiscard]] double combined_duration() const {
    double out = reports_.front().experiment.duration_s;
    for (const SeverityCube& report : reports_.subspan(1)) {
      const double other = report.experiment.duration_s;
      if (operation_ == Operation::Diff) out -= other;
      if (operation_ == Operation::Mean) out += other;
      if (operation_ == Operation::Least) out = std::min(out, other);
      if (operation_ == Operation::Most) out = std::max(out, other);
    }
    return operation_ == Operation::Mean ? out / static_cast<double>(reports_.size()) : out;
  }

  void keep_of_first() {
    united_.cube.experiment.ideal_duration_s = reports_.front().experiment.ideal_duration_s;
    const Placement& placement = united_.placements.front();
    const auto move = [&](CallPathId& id) {
      if (id.valid()) id = placement.callpaths[id.index()];
    };
    const auto move_moment = [&](auto& moment) {
      move(moment.callpath);
      if (moment.location.valid()) moment.location = placement.locations[moment.location.index()];
    };
    united_.cube.wait_statistics = reports_.front().wait_statistics;
    for (model::WaitStatistics& waits : united_.cube.wait_statistics)
      model::rename_callpaths(waits, move);
    united_.cube.findings = reports_.front().findings;
    for (model::Finding& finding : united_.cube.findings) {
      move(finding.callpath);
      for (model::Victims& victims : finding.victims) move(victims.callpath);
      move_moment(finding.episode.cause);
      for (auto& wait : finding.episode.waits) move_moment(wait);
    }
  }

  void gather_warnings() {
    std::vector<std::string>& all = united_.cube.experiment.warnings;
    for (const SeverityCube& report : reports_)
      for (const std::string& warning : report.experiment.warnings)
        if (std::find(all.begin(), all.end(), warning) == all.end()) all.push_back(warning);
    all.insert(all.end(), left_out_.begin(), left_out_.end());
  }

  // That a report lacks a metric does not mean that there was nothing.
  void leave_out_what_one_lacks() {
    leave_out("metrics that only one of the reports has are left out: ",
              [&](const model::CubeMetric& metric) {
                return !std::all_of(
                    reports_.begin(), reports_.end(),
                    [&](const SeverityCube& report) { return report.find(metric.id).valid(); });
              });
  }

  // The least of differences is no difference of the least values, nor is the least of means a
  // mean. Only the least of the least, and the most of the most, is what the total would say.
  void leave_out_extremes() {
    using Sum = model::CubeMetric::Sum;
    if (operation_ == Operation::Merge) return;
    leave_out("metrics whose values do not add up are left out: ",
              [&](const model::CubeMetric& metric) {
                return !(metric.sum == Sum::Total ||
                         (metric.sum == Sum::Least && operation_ == Operation::Least) ||
                         (metric.sum == Sum::Most && operation_ == Operation::Most));
              });
  }

  template <class IsUnwanted>
  void leave_out(const char* why, IsUnwanted is_unwanted) {
    std::vector<MetricId> unwanted;
    std::string ids;
    for (std::uint32_t m = 0; m < united_.cube.metrics.size(); ++m) {
      const model::CubeMetric& metric = united_.cube.metrics[m];
      if (!is_unwanted(metric)) continue;
      unwanted.push_back(MetricId{m});
      if (unwanted.size() <= kMostNamed) ids += (ids.empty() ? "" : ", ") + metric.id;
    }
    if (unwanted.empty()) return;
    // What lies below stays.
    for (model::CubeMetric& metric : united_.cube.metrics)
      while (metric.parent.valid() &&
             std::find(unwanted.begin(), unwanted.end(), metric.parent) != unwanted.end())
        metric.parent = united_.cube.metrics[metric.parent.index()].parent;
    united_.cube.leave_out(unwanted);
    std::string rest;
    if (unwanted.size() > kMostNamed)
      rest = " and " + std::to_string(unwanted.size() - kMostNamed) + " more";
    left_out_.push_back(why + ids + rest);
  }

  static constexpr std::size_t kMostNamed = 5;

  Operation operation_;
  std::span<const SeverityCube> reports_;
  United united_;
  std::vector<std::string> left_out_;  // warnings
};

// What is computed from differences is one: its percentages refer to the time of the first of them.
void keep_whole_time(const SeverityCube& report, std::map<std::string, std::string>& attributes) {
  const auto whole = report.experiment.attributes.find(report::kWholeTimeKey);
  if (whole != report.experiment.attributes.end())
    attributes.try_emplace(report::kWholeTimeKey, whole->second);
}

}  // namespace

base::Result<SeverityCube> combine(Operation operation, std::span<const SeverityCube> reports,
                                   const std::vector<std::string>& names) {
  std::vector<const SeverityCube*> all;
  for (const SeverityCube& report : reports) all.push_back(&report);
  TRY_ASSIGN(United united, unite(all));
  SeverityCube out = Combination(operation, reports, std::move(united)).run();
  auto& attributes = out.experiment.attributes;
  if (operation == Operation::Merge) {
    attributes = reports.front().experiment.attributes;
  } else {
    attributes.erase(report::kHeadlineKey);
    for (const SeverityCube& report : reports) keep_whole_time(report, attributes);
  }
  attributes[report::kOperationKey] =
      description(operation, reports, names, out.experiment.duration_s);
  if (operation != Operation::Diff) return out;
  attributes[report::kWholeTimeKey] = fmt::format("{}", report::total_time(reports[1]));
  attributes[report::kHeadlineKey] = difference_text(reports, names);
  return out;
}

SeverityCube collapse(const SeverityCube& report) {
  SeverityCube out;
  out.experiment = report.experiment;
  out.metrics = report.metrics;
  out.callpaths = report.callpaths;
  out.locations = {{model::Rank{0}, 0, "all", "cpu"}};
  out.experiment.attributes[report::kCollapsedKey] = std::to_string(report.experiment.ranks);
  out.wait_statistics = report.wait_statistics;
  out.findings = report.findings;
  for (model::Finding& finding : out.findings) {
    const auto move = [](model::Episode::Span& span) {
      if (span.location.valid()) span.location = model::LocationIndex{0};
    };
    move(finding.episode.cause);
    for (model::Episode::Span& wait : finding.episode.waits) move(wait);
  }
  out.take_rows_from(std::make_shared<CollapsedRows>(report));
  return out;
}

}  // namespace tarry::algebra

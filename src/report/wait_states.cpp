// SPDX-License-Identifier: BSD-3-Clause
#include "report/wait_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/joined.h"
#include "model/wait_states.h"
#include "report/cube_types.h"
#include "report/findings.h"
#include "report/quantity.h"
#include "report/query.h"

namespace tarry::report {
namespace {

// A rank that waits less than this part of the longest wait is not named.
constexpr double kNoticeable = 0.05;
// Part of the time; less waiting is not worth a search.
constexpr double kNotableWaits = 0.01;

// Its time is nobody's wait state, for no call of the thread waits.
constexpr MetricId kIdleThreads = model::metric::omp_idle_threads;

struct Spot {
  MetricId metric;
  CallPathId callpath;
  double value = 0.0;
};

// Returns false for a run-time summary, which has none of these metrics.
// `metrics` are those of the cube; an invalid one is a metric that the cube lacks.
std::vector<WaitState> largest_first(const SeverityCube& cube,
                                     const std::vector<MetricId>& metrics) {
  std::vector<WaitState> states;
  for (const MetricId metric : metrics) {
    if (!metric.valid()) continue;
    const double total = cube.total(metric);
    if (total != 0.0) states.push_back({metric, total});
  }
  std::stable_sort(states.begin(), states.end(), [](const WaitState& a, const WaitState& b) {
    return std::abs(a.total) > std::abs(b.total);
  });
  return states;
}

std::vector<MetricId> waiting_metrics(const SeverityCube& cube) {
  std::vector<MetricId> metrics;
  for (const model::WaitStateInfo& wait : model::all_waiting_states())
    metrics.push_back(cube.find(wait.metric));
  return metrics;
}

Spot largest_spot(const SeverityCube& cube, const std::vector<WaitState>& states) {
  Spot largest;
  for (const WaitState& state : states)
    for (const CallPathId callpath : cube.callpaths_with_values(state.metric)) {
      const double value = cube.total(state.metric, callpath);
      if (value > largest.value) largest = {state.metric, callpath, value};
    }
  return largest;
}

// Returns place and kind: "MPI_Recv called from main/solve: Late Sender".
std::string place_of(const SeverityCube& cube, const Spot& spot) {
  if (spot.metric == cube.find(kIdleThreads))
    return "threads that idle during " + shown_path(cube, spot.callpath);
  const CallPathId caller = cube.callpaths[spot.callpath.index()].parent;
  std::string where = cube.callpaths[spot.callpath.index()].shown_name();
  if (caller.valid()) where += " called from " + shown_path(cube, caller);
  return where + ": " + short_name(cube.metrics[spot.metric.index()].name);
}

double idle_time(const SeverityCube& cube) {
  const MetricId idle = cube.find(kIdleThreads);
  return idle.valid() ? cube.total(idle) : 0.0;
}

// Returns whether a finding promises a shorter run, by less waiting or otherwise.
bool can_be_shorter(const SeverityCube& cube) {
  return std::any_of(cube.findings.begin(), cube.findings.end(),
                     [&](const model::Finding& finding) { return is_gain(cube, finding.gain_s); });
}

}  // namespace

bool looks_for_waiting(const SeverityCube& cube) {
  for (const model::WaitStateInfo& wait : model::all_waiting_states())
    if (cube.find(wait.metric).valid()) return true;
  return false;
}

std::vector<WaitState> wait_states(const SeverityCube& cube) {
  return largest_first(cube, waiting_metrics(cube));
}

std::vector<WaitState> all_waiting(const SeverityCube& cube) {
  std::vector<MetricId> metrics = waiting_metrics(cube);
  metrics.push_back(cube.find(kIdleThreads));
  return largest_first(cube, metrics);
}

std::vector<WaitState> sections(const SeverityCube& cube) {
  const auto named = cube.experiment.attributes.find(kSectionsKey);
  if (named == cube.experiment.attributes.end()) return wait_states(cube);
  std::istringstream words(named->second);
  std::vector<MetricId> metrics;
  for (std::string id; words >> id;) metrics.push_back(cube.find(id));
  return largest_first(cube, metrics);
}

double total_waiting(const SeverityCube& cube) {
  double sum = 0.0;
  for (const WaitState& state : all_waiting(cube)) sum += state.total;
  return sum;
}

std::string short_name(std::string_view metric_name) {
  if (metric_name.starts_with("MPI ")) metric_name.remove_prefix(4);
  return std::string(metric_name);
}

Sufferers sufferers(const SeverityCube& cube, MetricId metric, CallPathId callpath) {
  const std::vector<RankSum> sums = sums_by_rank(cube, metric, callpath);
  Sufferers who;
  who.all = sums.size();
  who.is_sum = cube.experiment.attributes.contains(kCollapsedKey);
  if (sums.empty()) return who;
  std::vector<double> sorted;
  for (const RankSum& sum : sums) sorted.push_back(sum.value);
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  who.min = sorted.front();
  who.max = sorted.back();
  who.median = sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  for (const RankSum& sum : sums)
    if (sum.value > 0.0 && sum.value >= kNoticeable * who.max)
      who.ranks.push_back(sum.rank.value);
    else
      who.others = who.others || sum.value > 0.0;
  return who;
}

std::string on_ranks(const Sufferers& who) {
  constexpr std::size_t kLongestList = 24;
  const std::string on = who.others ? "mostly on" : "on";
  if (who.is_sum) return "on all ranks together";
  if (who.ranks.size() == 1) return fmt::format("{} rank {}", on, who.ranks.front());
  if (who.ranks.size() == who.all) return "on all ranks";
  const std::string list = base::joined(who.ranks);
  if (list.size() <= kLongestList) return on + " ranks " + list;
  return fmt::format("{} {} of {} ranks", on, who.ranks.size(), who.all);
}

std::string waiting_summary(const SeverityCube& cube) {
  const double time = total_time(cube);
  if (time <= 0.0) return "No time was recorded.";
  const auto headline = cube.experiment.attributes.find(kHeadlineKey);
  if (headline != cube.experiment.attributes.end()) return headline->second + '.';
  const double waits = total_waiting(cube);
  const double idle = idle_time(cube);
  if (!looks_for_waiting(cube))
    return (idle < kNotableWaits * time ? ""
                                        : percent(idle, time) + " of the time threads are idle. ") +
           "This report has no wait states; 'tarry analyze' finds them in a trace.";
  if (waits < kNotableWaits * time)
    return (waits == 0.0
                ? "No wait" + std::string(can_be_shorter(cube) ? " state" : "ing") + " was found"
                : "Only " + percent(waits, time) + " of the time is waiting") +
           (can_be_shorter(cube) ? "; the run can still be shortened." : ".");

  const Spot spot = largest_spot(cube, all_waiting(cube));
  const bool most = spot.value > waits / 2;
  const bool all = spot.value > 0.995 * waits;
  const std::string part = all    ? "all of it"
                           : most ? fmt::format("most of it ({})", percent(spot.value, time))
                                  : fmt::format("mainly ({})", percent(spot.value, time));
  const std::string of_it =
      idle == 0.0 || idle == waits ? "" : fmt::format(" ({} idle threads)", percent(idle, time));
  return fmt::format("{} of the time is waiting{}, {} in {} {}.", percent(waits, time), of_it, part,
                     place_of(cube, spot), on_ranks(sufferers(cube, spot.metric, spot.callpath)));
}

}  // namespace tarry::report

// SPDX-License-Identifier: BSD-3-Clause
#include "cases/permuted_case.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "support/cube_comparison.h"
#include "support/violations.h"
#include "trace/synthetic/location_name.h"

namespace tarry::testing {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;
using model::Rank;
using trace::synthetic::Case;

class Reversal {
 public:
  explicit Reversal(const Case& original) : original_(original), made_(original) {
    for (const model::Location& location : original.definitions.locations)
      ranks_ = std::max(ranks_, location.rank.value + 1);
  }

  Case run() {
    move_locations();
    for (model::Communicator& comm : made_.definitions.communicators) {
      move(comm.members);
      move(comm.remote_members);
      for (std::uint64_t& id : comm.team) id = ids_.at(id);
    }
    for (std::vector<Rank>& group : made_.definitions.groups) move(group);
    std::reverse(made_.definitions.processes.begin(), made_.definitions.processes.end());
    for (model::Topology& topology : made_.definitions.topologies)
      for (LocationIndex& location : topology.locations) location = places_[location.index()];
    return std::move(made_);
  }

 private:
  [[nodiscard]] Rank reversed(Rank rank) const { return Rank{ranks_ - 1 - rank.value}; }
  void move(std::vector<Rank>& ranks) const {
    for (Rank& rank : ranks) rank = reversed(rank);
  }

  // Locations stand in the order of ranks and threads, and their ids say what they are.
  void move_locations() {
    const auto& from = original_.definitions.locations;
    std::vector<std::size_t> order(from.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(from[b].rank, from[a].thread) < std::pair(from[a].rank, from[b].thread);
    });
    places_.resize(from.size());
    for (std::size_t at = 0; at < order.size(); ++at) {
      model::Location& moved = made_.definitions.locations[at];
      moved = from[order[at]];
      moved.rank = reversed(moved.rank);
      moved.trace_id = trace::synthetic::trace_id({moved.rank.value, moved.thread});
      made_.timelines[at] = original_.timelines[order[at]];
      places_[order[at]] = LocationIndex{static_cast<std::uint32_t>(at)};
      ids_[from[order[at]].trace_id] = moved.trace_id;
    }
  }

  const Case& original_;
  Case made_;
  std::uint32_t ranks_ = 0;
  std::vector<LocationIndex> places_;           // the new ones, by the old ones
  std::map<std::uint64_t, std::uint64_t> ids_;  // the same for ids of the trace
};

// Who of several that come last at the same time is the one that the others wait for depends on the
// order of ranks, and with it everything that is blamed on somebody.
bool depends_on_order(std::string_view id) {
  return id.starts_with("delay") || id.starts_with("wait_") || id.starts_with("waitstates_") ||
         id.starts_with("critical_") || id.starts_with("performance_impact") ||
         id.starts_with("intra_partition") || id.starts_with("inter_partition") ||
         id.starts_with("non_critical_path");
}

// The values of a metric by call path and location, as names; ranks that count from the last one
// with `reverse`.
using Values = std::map<std::string, double>;
Values values_of(const model::SeverityCube& cube, MetricId metric,
                 const std::vector<std::string>& paths, bool reverse) {
  Values values;
  for (const CallPathId path : cube.callpaths_with_values(metric))
    for (std::uint32_t l = 0; l < cube.locations.size(); ++l) {
      const double value = cube.value(metric, path, LocationIndex{l});
      if (value == 0.0) continue;
      const model::CubeLocation& location = cube.locations[l];
      const std::uint32_t rank =
          reverse ? cube.experiment.ranks - 1 - location.rank.value : location.rank.value;
      values[paths[path.index()] + " of rank " + std::to_string(rank) + ", thread " +
             std::to_string(location.thread)] += value;
    }
  return values;
}

void compare_values(const std::string& id, const Values& expected, const Values& actual,
                    Violations& found) {
  std::set<std::string> places;
  for (const Values* values : {&expected, &actual})
    for (const auto& [place, value] : *values) places.insert(place);
  for (const std::string& place : places) {
    const auto value_in = [&](const Values& values) {
      const auto value = values.find(place);
      return value == values.end() ? 0.0 : value->second;
    };
    const double x = value_in(expected), y = value_in(actual);
    if (!equal(x, y))
      found.report(id + " at " + place + " is " + std::to_string(x) + ", with other ranks " +
                   std::to_string(y));
  }
}

// Lengths of single waits, without those whose places differ.
void compare_statistics(const model::SeverityCube& cube, const model::SeverityCube& permuted,
                        Violations& found) {
  const auto is_same = [](const model::WaitStatistics& a, const model::WaitStatistics& b) {
    return a.metric == b.metric && a.count == b.count && a.least_s == b.least_s &&
           a.most_s == b.most_s && equal(a.total_s, b.total_s) && equal(a.median_s, b.median_s) &&
           equal(a.variance_s2, b.variance_s2);
  };
  if (!std::equal(cube.wait_statistics.begin(), cube.wait_statistics.end(),
                  permuted.wait_statistics.begin(), permuted.wait_statistics.end(), is_same))
    found.report("statistics of waits differ with other ranks");
}

}  // namespace

Case with_ranks_reversed(const Case& original) { return Reversal(original).run(); }

std::vector<std::string> differences_of_permuted(const model::SeverityCube& cube,
                                                 const model::SeverityCube& permuted) {
  Violations found;
  const std::vector<std::string> paths = path_names(cube), other_paths = path_names(permuted);
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m) {
    const std::string& id = cube.metrics[m].id;
    if (depends_on_order(id)) continue;
    compare_values(id, values_of(cube, MetricId{m}, paths, false),
                   values_of(permuted, permuted.find(id), other_paths, true), found);
  }
  if (cube.experiment.warnings != permuted.experiment.warnings)
    found.report("warnings differ with other ranks");
  compare_statistics(cube, permuted, found);
  return found.take();
}

}  // namespace tarry::testing

// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/united.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "report/callpath_key.h"
#include "report/callpath_order.h"

namespace tarry::algebra {

using base::Error;
using model::CallPathId;
using model::CubeCallPath;
using model::CubeLocation;
using model::CubeMetric;
using model::LocationIndex;
using model::MetricId;
using model::SeverityCube;

namespace {

class MetricUnion {
 public:
  base::Result<std::vector<MetricId>> add(const std::vector<CubeMetric>& metrics) {
    std::vector<MetricId> places;
    for (const CubeMetric& metric : metrics) {
      const auto [known, is_new] =
          known_.try_emplace(metric.id, MetricId{static_cast<std::uint32_t>(all.size())});
      if (is_new) {
        all.push_back(metric);
        if (metric.parent.valid()) all.back().parent = places[metric.parent.index()];
      } else if (all[known->second.index()].unit != metric.unit) {
        return Error{base::ErrorCode::BadInput,
                     "the metric '" + metric.id + "' has different units in these reports", "",
                     "leave one of them out"};
      }
      places.push_back(known->second);
    }
    return places;
  }

  std::vector<CubeMetric> all;

 private:
  std::map<std::string, MetricId> known_;
};

class CallPathUnion {
 public:
  std::vector<CallPathId> add(const std::vector<CubeCallPath>& callpaths) {
    std::vector<CallPathId> places;
    std::map<report::CallPathKey, std::uint32_t> seen;  // in this report, by a key without number
    for (const CubeCallPath& path : callpaths) {
      const CallPathId parent = path.parent.valid() ? places[path.parent.index()] : CallPathId{};
      report::CallPathKey key = report::key_of_versions(path, parent, 0);
      key.number = seen[key]++;
      const auto [known, is_new] =
          known_.try_emplace(std::move(key), CallPathId{static_cast<std::uint32_t>(all_.size())});
      places.push_back(known->second);
      if (!is_new) continue;
      all_.push_back(path);
      all_.back().parent = parent;
      all_.back().has_twin = false;
    }
    return places;
  }

  // Returns the call paths depth first, and gives `placements` their numbers in this order.
  std::vector<CubeCallPath> in_order(std::vector<Placement>& placements) {
    const std::vector<CallPathId> position = report::sort_depth_first(all_);
    for (Placement& placement : placements)
      for (CallPathId& id : placement.callpaths) id = position[id.index()];
    model::mark_twins(all_);
    return std::move(all_);
  }

 private:
  std::vector<CubeCallPath> all_;
  std::map<report::CallPathKey, CallPathId> known_;
};

std::vector<CubeLocation> unite_locations(std::span<const SeverityCube* const> reports,
                                          std::vector<Placement>& placements) {
  std::map<std::pair<model::Rank, std::uint32_t>, CubeLocation> all;
  for (const SeverityCube* report : reports)
    for (const CubeLocation& location : report->locations)
      all.try_emplace({location.rank, location.thread}, location);
  std::vector<CubeLocation> united;
  std::map<std::pair<model::Rank, std::uint32_t>, LocationIndex> places;
  for (auto& [key, location] : all) {
    places[key] = LocationIndex{static_cast<std::uint32_t>(united.size())};
    united.push_back(std::move(location));
  }
  for (std::size_t r = 0; r < reports.size(); ++r)
    for (const CubeLocation& location : reports[r]->locations)
      placements[r].locations.push_back(places.at({location.rank, location.thread}));
  return united;
}

// What the reports say differently is left out; of numbers the largest counts.
model::CubeExperiment unite_experiments(std::span<const SeverityCube* const> reports) {
  model::CubeExperiment united = reports.front()->experiment;
  united.warnings.clear();
  for (const SeverityCube* report : reports) {
    const model::CubeExperiment& other = report->experiment;
    united.ranks = std::max(united.ranks, other.ranks);
    united.threads = std::max(united.threads, other.threads);
    std::erase_if(united.attributes, [&](const auto& attribute) {
      const auto found = other.attributes.find(attribute.first);
      return found == other.attributes.end() || found->second != attribute.second;
    });
  }
  return united;
}

}  // namespace

base::Result<United> unite(std::span<const SeverityCube* const> reports) {
  United out;
  MetricUnion metrics;
  CallPathUnion callpaths;
  for (const SeverityCube* report : reports) {
    Placement& placement = out.placements.emplace_back();
    TRY_ASSIGN(placement.metrics, metrics.add(report->metrics));
    placement.callpaths = callpaths.add(report->callpaths);
  }
  out.cube.metrics = std::move(metrics.all);
  out.cube.callpaths = callpaths.in_order(out.placements);
  out.cube.locations = unite_locations(reports, out.placements);
  out.cube.experiment = unite_experiments(reports);
  out.cube.topologies = reports.front()->topologies;
  for (model::Topology& topology : out.cube.topologies)
    for (LocationIndex& location : topology.locations)
      location = out.placements.front().locations[location.index()];
  return out;
}

}  // namespace tarry::algebra

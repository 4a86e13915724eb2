// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/assemble.h"

#include <algorithm>
#include <bit>

#include "analysis/derived_metrics.h"
#include "analysis/pattern_metrics.h"
#include "analysis/wait_statistics.h"
#include "model/counter_metrics.h"
#include "model/lost_cores.h"

namespace tarry::analysis {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;
using model::SeverityCube;

struct UnifiedTree {
  model::CallTree tree;                         // in order of first appearance
  std::vector<CallPathId> position;             // of its nodes in the cube: depth first
  std::vector<bool> is_part;                    // by node: its place is that of its parent
  std::size_t callpaths = 0;                    // in the cube
  std::vector<std::vector<CallPathId>> shares;  // by share and its node: node of `tree`

  // Returns the call paths of the cube, by share and its node.
  [[nodiscard]] std::vector<std::vector<CallPathId>> callpaths_of_shares() const {
    std::vector<std::vector<CallPathId>> all = shares;
    for (std::vector<CallPathId>& nodes : all)
      for (CallPathId& node : nodes) node = position[node.index()];
    return all;
  }
};

UnifiedTree unify(const std::vector<Share>& shares, const RegionTable& regions) {
  UnifiedTree unified;
  for (const Share& share : shares) unified.shares.push_back(unified.tree.merge(share.tree));
  const std::vector<CallPathId> order = unified.tree.depth_first_order();
  std::vector<CallPathId> node_at(order.size());
  for (std::uint32_t n = 0; n < order.size(); ++n) node_at[order[n].index()] = CallPathId{n};
  unified.position.resize(order.size());
  unified.is_part.resize(order.size());
  for (const CallPathId n : node_at) {  // parents come before their children
    const model::CallPathNode& node = unified.tree[n];
    const bool is_part = regions.is_part_of_caller(node.region) && node.parent.valid();
    unified.is_part[n.index()] = is_part;
    unified.position[n.index()] = is_part
                                      ? unified.position[node.parent.index()]
                                      : CallPathId{static_cast<std::uint32_t>(unified.callpaths++)};
  }
  return unified;
}

// Returns the metric of those delay costs that such a part of a call path has caused; !valid() for
// other metrics than the sums of delay costs.
MetricId costs_of_part(MetricId metric, bool is_without_core) {
  const MetricId part =
      is_without_core ? model::metric::delay_lost_cores : model::metric::delay_fork_and_join;
  if (metric == model::metric::delay) return part;
  return metric == waits_first(model::metric::delay) ? waits_first(part) : MetricId{};
}

void add_callpaths(const UnifiedTree& unified, const RegionTable& regions, SeverityCube& cube) {
  cube.callpaths.resize(unified.callpaths);
  for (std::uint32_t n = 0; n < unified.tree.size(); ++n) {
    if (unified.is_part[n]) continue;
    const model::CallPathNode& node = unified.tree[CallPathId{n}];
    const model::Region& region = regions.regions[node.region.index()];
    model::CubeCallPath& path = cube.callpaths[unified.position[n].index()];
    if (node.parent.valid()) path.parent = unified.position[node.parent.index()];
    path.region = region.name;
    path.file = region.file;
    path.line = region.begin_line;
    path.role = model::role_name(region.role);
    path.paradigm = model::paradigm_name(region.paradigm);
    path.call_site = region.call_site;
    path.is_inlined = region.is_inlined;
  }
  model::mark_twins(cube.callpaths);
}

void add_locations(const model::Definitions& definitions, SeverityCube& cube) {
  cube.topologies = definitions.topologies;
  std::uint32_t threads_of_process = 0;
  for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
    const model::Location& location = definitions.locations[i];
    model::CubeLocation added;
    added.rank = location.rank;
    added.thread = location.thread;
    if (location.host < definitions.hosts.size()) added.host = definitions.hosts[location.host];
    cube.locations.push_back(std::move(added));
    const bool new_process = i == 0 || definitions.locations[i - 1].rank != location.rank;
    cube.experiment.ranks += new_process ? 1 : 0;
    threads_of_process = new_process ? 1 : threads_of_process + 1;
    cube.experiment.threads = std::max(cube.experiment.threads, threads_of_process);
  }
}

void add_severities(const std::vector<Share>& shares, const UnifiedTree& unified,
                    const RegionTable& regions, double seconds_per_tick, SeverityCube& cube) {
  const std::size_t callpaths = unified.callpaths;
  std::vector<std::vector<double>> rows(cube.metrics.size() * callpaths);
  const auto add = [&](std::size_t m, CallPathId at, LocationIndex location, double value) {
    std::vector<double>& row = rows[m * callpaths + at.index()];
    if (row.empty()) row.resize(cube.locations.size(), 0.0);
    row[location.index()] += value;
  };
  double lost_on_path = 0.0;  // whole ticks: exact in any order
  const auto add_cells = [&](std::size_t s, const auto& cells) {
    for (const auto& cell : cells) {
      const CallPathId node = unified.shares[s][cell.callpath().index()];
      const CallPathId at = unified.position[node.index()];
      const std::size_t m = cell.metric().index();
      const bool is_time = cube.metrics[m].unit == model::Unit::Seconds;
      const double value = is_time ? static_cast<double>(cell.value) * seconds_per_tick
                                   : static_cast<double>(cell.value);
      add(m, at, cell.location, value);
      if (!unified.is_part[node.index()]) continue;
      const bool is_without_core = unified.tree[node].region == regions.without_core;
      if (const MetricId part = costs_of_part(cell.metric(), is_without_core); part.valid())
        add(part.index(), at, cell.location, value);
      if (is_without_core && cell.metric() == model::metric::critical_path)
        lost_on_path += static_cast<double>(cell.value);
    }
  };
  for (std::size_t s = 0; s < shares.size(); ++s) {
    add_cells(s, shares[s].cells);
    add_cells(s, shares[s].costs);
  }
  for (std::size_t m = 0; m < cube.metrics.size(); ++m)
    for (std::size_t c = 0; c < callpaths; ++c)
      if (std::vector<double>& row = rows[m * callpaths + c]; !row.empty())
        cube.set_row(MetricId{static_cast<std::uint32_t>(m)},
                     CallPathId{static_cast<std::uint32_t>(c)}, std::move(row));
  if (lost_on_path > 0.0)
    cube.experiment.attributes[model::kLostOnCriticalPath] =
        std::to_string(lost_on_path * seconds_per_tick);
}

void add_counters(const std::vector<Share>& shares, const UnifiedTree& unified,
                  const model::Definitions& definitions, SeverityCube& cube) {
  const std::vector<MetricId> metrics =
      model::add_counter_metrics(definitions.counters, definitions.counter_sets, cube);
  for (std::size_t s = 0; s < shares.size(); ++s)
    for (const CounterCell& cell : shares[s].counters) {
      const model::Counter& counter = definitions.counters[cell.total.counter.index()];
      const std::uint64_t bits = cell.total.bits;
      const double amount = counter.type == model::CounterType::Double ? std::bit_cast<double>(bits)
                                                                       : static_cast<double>(bits);
      cube.set(metrics[cell.total.counter.index()],
               unified.position[unified.shares[s][cell.total.callpath.index()].index()],
               cell.location, model::scaled(counter, amount));
    }
}

void add_findings(const std::vector<model::Finding>& findings, const UnifiedTree& unified,
                  SeverityCube& cube) {
  cube.findings = findings;
  const auto move = [&](CallPathId& callpath) { callpath = unified.position[callpath.index()]; };
  for (model::Finding& finding : cube.findings) {
    move(finding.callpath);
    for (model::Victims& victims : finding.victims) move(victims.callpath);
    if (finding.episode.waits.empty()) continue;
    move(finding.episode.cause.callpath);
    for (model::Episode::Span& span : finding.episode.waits) move(span.callpath);
  }
}

// Findings tell of those waits only that the cube has; those that led to no others are left out.
void leave_out_waits(SeverityCube& cube) {
  const auto is_left_out = [&](const auto& wait) { return !cube.find(wait.metric).valid(); };
  std::vector<std::uint32_t> position;  // of those that are kept
  std::vector<model::Finding> kept;
  for (model::Finding& finding : cube.findings) {
    const bool had_victims = !finding.victims.empty();
    for (const model::Victims& victims : finding.victims)
      if (is_left_out(victims)) finding.cost_s -= victims.wait_s;
    std::erase_if(finding.victims, is_left_out);
    std::vector<model::Episode::Span>& waits = finding.episode.waits;
    if (std::any_of(waits.begin(), waits.end(), is_left_out)) finding.episode = {};
    const bool is_kept = !had_victims || !finding.victims.empty();
    position.push_back(is_kept ? static_cast<std::uint32_t>(kept.size()) : kNoIndex);
    if (is_kept) kept.push_back(std::move(finding));
  }
  for (model::Finding& finding : kept) {
    for (std::uint32_t& other : finding.together_with) other = position[other];
    std::erase(finding.together_with, kNoIndex);
  }
  cube.findings = std::move(kept);
}

}  // namespace

SeverityCube assemble_cube(const model::TraceSource& source, const RegionTable& regions,
                           const std::vector<Share>& shares, const Options& options,
                           std::optional<model::Prospect>& prospect) {
  const model::Definitions& definitions = source.definitions();
  const double seconds_per_tick = 1.0 / static_cast<double>(definitions.clock.ticks_per_second);

  SeverityCube cube;
  cube.add_catalogue();
  const UnifiedTree unified = unify(shares, regions);
  add_callpaths(unified, regions, cube);
  add_locations(definitions, cube);
  add_severities(shares, unified, regions, seconds_per_tick, cube);
  add_counters(shares, unified, definitions, cube);
  add_derived_metrics(cube);
  add_findings(shares.front().insights.findings, unified, cube);
  if (options.patterns != nullptr)
    add_pattern_metrics(*options.patterns, shares, unified.callpaths_of_shares(), seconds_per_tick,
                        cube);
  cube.leave_out(options.left_out);  // only now: others are derived from them
  leave_out_waits(cube);
  prospect = shares.front().insights.prospect;
  if (prospect)
    for (model::Prospect::AtCallPath& each : prospect->by_callpath)
      each.callpath = unified.position[each.callpath.index()];

  model::Anomalies anomalies = source.definition_anomalies();
  Span span;
  for (const Share& share : shares) {
    anomalies.merge(share.anomalies);
    span.add(share.span);
  }
  anomalies.add(model::kCountersLeftOut,
                model::counters_left_out(definitions.counters, definitions.counter_sets));
  const std::size_t cores = model::cores_allowed(definitions.counters, definitions.counter_sets);
  if (cores != 0 && definitions.hosts.size() <= 1)
    cube.experiment.attributes[model::kCoresOfRun] = std::to_string(cores);
  cube.experiment.program = definitions.program;
  if (!span.empty())
    add_wait_statistics(shares, unified.callpaths_of_shares(), definitions, span.first,
                        seconds_per_tick, anomalies, cube);
  if (!span.empty())
    cube.experiment.duration_s =
        static_cast<double>((span.last - span.first).count) * seconds_per_tick;
  cube.experiment.warnings = anomalies.sentences();
  if (options.patterns != nullptr) warn_of_overlaps(*options.patterns, seconds_per_tick, cube);
  cube.experiment.attributes["tarry.version"] = TARRY_VERSION;
  if (const auto ideal = shares.front().insights.ideal_duration_s)
    cube.experiment.ideal_duration_s = *ideal;
  return cube;
}

}  // namespace tarry::analysis

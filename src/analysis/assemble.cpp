// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/assemble.h"

#include <algorithm>
#include <string>

namespace tarry::analysis {
namespace {

using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

struct UnifiedTree {
  model::CallTree tree;                         // in order of first appearance
  std::vector<CallPathId> position;             // of its nodes in the cube: depth first
  std::vector<std::vector<CallPathId>> shares;  // by share and its node: node of `tree`
};

UnifiedTree unify(const std::vector<Share>& shares) {
  UnifiedTree unified;
  for (const Share& share : shares) unified.shares.push_back(unified.tree.merge(share.tree));
  unified.position = unified.tree.depth_first_order();
  return unified;
}

void add_callpaths(const UnifiedTree& unified, const RegionTable& regions, SeverityCube& cube) {
  cube.callpaths.resize(unified.tree.size());
  for (std::uint32_t n = 0; n < unified.tree.size(); ++n) {
    const model::CallPathNode& node = unified.tree[CallPathId{n}];
    const model::Region& region = regions.regions[node.region.index()];
    model::CubeCallPath& path = cube.callpaths[unified.position[n].index()];
    if (node.parent.valid()) path.parent = unified.position[node.parent.index()];
    path.region = region.name;
    path.file = region.file;
    path.line = region.begin_line;
    path.role = model::role_name(region.role);
    path.paradigm = model::paradigm_name(region.paradigm);
  }
}

void add_locations(const model::Definitions& definitions, SeverityCube& cube) {
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
                    double seconds_per_tick, SeverityCube& cube) {
  const std::size_t callpaths = unified.tree.size();
  std::vector<std::vector<double>> rows(cube.metrics.size() * callpaths);
  for (std::size_t s = 0; s < shares.size(); ++s) {
    const Share& share = shares[s];
    for (std::size_t l = 0; l < share.cells.size(); ++l) {
      for (std::uint32_t n = 0; n < share.tree.size(); ++n) {
        const Cells::Block* block = share.cells[l].find(CallPathId{n});
        if (block == nullptr) continue;
        const CallPathId at = unified.position[unified.shares[s][n].index()];
        for (std::size_t m = 0; m < block->size(); ++m) {
          const std::int64_t value = (*block)[m];
          if (value == 0) continue;
          std::vector<double>& row = rows[m * callpaths + at.index()];
          if (row.empty()) row.resize(cube.locations.size(), 0.0);
          const bool is_time = cube.metrics[m].unit == model::Unit::Seconds;
          row[share.first_location + l] =
              is_time ? static_cast<double>(value) * seconds_per_tick : static_cast<double>(value);
        }
      }
    }
  }
  for (std::size_t m = 0; m < cube.metrics.size(); ++m)
    for (std::size_t c = 0; c < callpaths; ++c)
      if (std::vector<double>& row = rows[m * callpaths + c]; !row.empty())
        cube.set_row(MetricId{static_cast<std::uint32_t>(m)},
                     CallPathId{static_cast<std::uint32_t>(c)}, std::move(row));
}

}  // namespace

SeverityCube assemble_cube(const trace::TraceSource& source, const RegionTable& regions,
                           const std::vector<Share>& shares) {
  const model::Definitions& definitions = source.definitions();
  const double seconds_per_tick = 1.0 / static_cast<double>(definitions.clock.ticks_per_second);

  SeverityCube cube;
  cube.add_catalogue();
  const UnifiedTree unified = unify(shares);
  add_callpaths(unified, regions, cube);
  add_locations(definitions, cube);
  add_severities(shares, unified, seconds_per_tick, cube);

  model::Anomalies anomalies = source.definition_anomalies();
  bool any = false;
  model::Ticks first, last;
  for (const Share& share : shares) {
    anomalies.merge(share.anomalies);
    for (const Share::Span& span : share.spans) {
      first = any ? std::min(first, span.first) : span.first;
      last = any ? std::max(last, span.last) : span.last;
      any = true;
    }
  }
  cube.experiment.program = definitions.program;
  cube.experiment.duration_s = static_cast<double>((last - first).count) * seconds_per_tick;
  for (const auto& [description, count] : anomalies.counts())
    cube.experiment.warnings.push_back(std::to_string(count) + " " + description);
  cube.experiment.attributes["tarry.version"] = TARRY_VERSION;
  return cube;
}

}  // namespace tarry::analysis

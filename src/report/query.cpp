// SPDX-License-Identifier: BSD-3-Clause
#include "report/query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "base/parse_number.h"
#include "model/artificial_regions.h"
#include "model/combined_values.h"
#include "report/cube_types.h"

namespace tarry::report {

std::string program_names(const SeverityCube& cube) {
  static const std::set<std::string_view> kNoPrograms = {
      model::kBufferFlush, model::kMeasurementOff, model::kThreads, model::kTasks,
      model::kUnknownTeam, model::kOutside,        model::kCutPaths};
  std::set<std::string> names;
  for (const model::CubeCallPath& path : cube.callpaths)
    if (!path.parent.valid() && path.role == "artificial" &&
        path.paradigm == "measurement_system" && !kNoPrograms.contains(path.region))
      names.insert(path.region);
  if (names.size() > 1) return fmt::format("{}", fmt::join(names, ", "));
  const std::string& program = cube.experiment.program;
  return program.empty() ? "(unknown program)" : std::string(file_name(program));
}

std::string_view file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos || slash + 1 == path.size() ? path
                                                                     : path.substr(slash + 1);
}

namespace {

void combine(const SeverityCube& cube, MetricId metric, double value, double& into) {
  model::combine(metric.valid() ? cube.metrics[metric.index()].sum : CubeMetric::Sum::Total, value,
                 into);
}

// Returns the names of the regions on a call path, the outermost first.
std::vector<std::string> names_on(const SeverityCube& cube, CallPathId callpath) {
  std::vector<std::string> names;
  for (; callpath.valid(); callpath = cube.callpaths[callpath.index()].parent)
    names.push_back(cube.callpaths[callpath.index()].shown_name());
  std::reverse(names.begin(), names.end());
  return names;
}

std::string place_of(const CubeCallPath& path) {
  if (!path.call_site.empty()) return path.call_site;
  if (path.file.empty() || path.line == 0) return "";
  return fmt::format("{}:{}", file_name(path.file), path.line);
}

std::string region_place(const CubeCallPath& path) {
  return path.call_site.empty() ? place_of(path) : "";
}

using RegionKey = std::tuple<std::string_view, std::string_view, std::uint32_t>;

// All calls of an MPI function are one region, wherever they are made.
RegionKey region_key(const CubeCallPath& path) {
  if (!path.call_site.empty()) return {path.region, "", 0};
  return {path.region, path.file, path.line};
}

std::vector<TableRow> region_rows(const SeverityCube& cube, MetricId metric, bool inclusive) {
  const std::vector<double> sums = sums_by_callpath(cube, metric, inclusive);
  std::map<RegionKey, TableRow> rows;
  for (std::uint32_t i = 0; i < sums.size(); ++i) {
    if (sums[i] == 0.0 || (inclusive && called_by_itself(cube, CallPathId{i}))) continue;
    const CubeCallPath& path = cube.callpaths[i];
    const auto [found, added] =
        rows.try_emplace(region_key(path), TableRow{path.region, region_place(path), 0.0, i});
    combine(cube, metric, sums[i], found->second.value);
  }
  std::vector<TableRow> result;
  for (auto& [key, row] : rows) result.push_back(std::move(row));
  return result;
}

using SiteKey = std::pair<std::string_view, std::string_view>;

SiteKey site_key(const CubeCallPath& path) {
  return path.call_site.empty() ? SiteKey{} : SiteKey{path.region, path.call_site};
}

// What a call of MPI calls belongs to other rows, so that the rows add up to the total.
std::vector<TableRow> call_site_rows(const SeverityCube& cube, MetricId metric) {
  const std::vector<double> sums = sums_by_callpath(cube, metric, false);
  std::map<SiteKey, TableRow> rows;
  for (std::uint32_t i = 0; i < sums.size(); ++i) {
    const CubeCallPath& path = cube.callpaths[i];
    const auto [found, added] = rows.try_emplace(site_key(path), TableRow{"", "", 0.0, i});
    if (added)
      found->second.label =
          path.call_site.empty() ? "(no known place)" : path.region + '@' + path.call_site;
    combine(cube, metric, sums[i], found->second.value);
  }
  std::vector<TableRow> result;
  for (auto& [key, row] : rows) result.push_back(std::move(row));
  return result;
}

std::vector<TableRow> host_rows(const SeverityCube& cube, MetricId metric) {
  const std::vector<double> sums = sums_by_location(cube, metric);
  std::map<std::string_view, TableRow> rows;
  for (std::uint32_t i = 0; i < sums.size(); ++i) {
    const std::string& host = cube.locations[i].host;
    const auto [found, added] =
        rows.try_emplace(host, TableRow{host.empty() ? "(unknown host)" : host, "", 0.0, i});
    combine(cube, metric, sums[i], found->second.value);
  }
  std::vector<TableRow> result;
  for (auto& [host, row] : rows) result.push_back(std::move(row));
  return result;
}

std::vector<TableRow> communicator_rows(const SeverityCube& cube, MetricId metric) {
  std::vector<TableRow> rows;
  for (const model::WaitStatistics& waits : cube.wait_statistics) {
    if (waits.metric != cube.metrics[metric.index()].id) continue;
    for (const model::CommunicatorWaits& each : waits.by_communicator)
      rows.push_back({each.communicator.empty() ? "(no known communicator)" : each.communicator, "",
                      each.wait_s, static_cast<std::uint32_t>(rows.size())});
  }
  return rows;
}

bool is_collapsed(const SeverityCube& cube) {
  return cube.experiment.attributes.contains(kCollapsedKey);
}

std::vector<TableRow> rows_of(const SeverityCube& cube, MetricId metric, By by, bool inclusive) {
  std::vector<TableRow> rows;
  switch (by) {
    case By::Metric:
      rows.push_back({cube.metrics[metric.index()].name, "", cube.total(metric), metric.value});
      break;
    case By::CallPath: {
      const std::vector<double> sums = sums_by_callpath(cube, metric, inclusive);
      for (std::uint32_t i = 0; i < sums.size(); ++i)
        if (sums[i] != 0.0)
          rows.push_back({shown_path(cube, CallPathId{i}),
                          cube.callpaths[i].has_twin ? "" : source_place(cube, CallPathId{i}),
                          sums[i], i});
      break;
    }
    case By::Region:
      return region_rows(cube, metric, inclusive);
    case By::CallSite:
      return call_site_rows(cube, metric);
    case By::Host:
      return host_rows(cube, metric);
    case By::Communicator:
      return communicator_rows(cube, metric);
    case By::Location: {
      const std::vector<double> sums = sums_by_location(cube, metric);
      for (std::uint32_t i = 0; i < sums.size(); ++i) {
        const CubeLocation& location = cube.locations[i];
        rows.push_back({is_collapsed(cube) ? "all ranks"
                                           : fmt::format("rank {} thread {}", location.rank.value,
                                                         location.thread),
                        location.host, sums[i], i});
      }
      break;
    }
    case By::Rank:
      for (const RankSum& sum : sums_by_rank(cube, metric))
        rows.push_back({is_collapsed(cube) ? "all ranks" : fmt::format("rank {}", sum.rank.value),
                        "", sum.value, sum.rank.value});
      break;
  }
  return rows;
}

}  // namespace

bool is_same_region(const CubeCallPath& a, const CubeCallPath& b) {
  return region_key(a) == region_key(b);
}

bool is_same_call_site(const CubeCallPath& a, const CubeCallPath& b) {
  return site_key(a) == site_key(b);
}

bool called_by_itself(const SeverityCube& cube, CallPathId callpath) {
  const RegionKey key = region_key(cube.callpaths[callpath.index()]);
  for (CallPathId caller = cube.callpaths[callpath.index()].parent; caller.valid();
       caller = cube.callpaths[caller.index()].parent)
    if (region_key(cube.callpaths[caller.index()]) == key) return true;
  return false;
}

std::vector<double> sums_by_callpath(const SeverityCube& cube, MetricId metric, bool inclusive) {
  std::vector<double> sums(cube.callpaths.size());
  for (const CallPathId callpath : cube.callpaths_with_values(metric))
    sums[callpath.index()] = cube.total(metric, callpath);
  if (!inclusive) return sums;
  for (std::size_t i = sums.size(); i-- > 0;) {
    const CallPathId parent = cube.callpaths[i].parent;
    if (parent.valid()) combine(cube, metric, sums[i], sums[parent.index()]);
  }
  return sums;
}

std::vector<double> sums_by_location(const SeverityCube& cube, MetricId metric) {
  return cube.sums_by_location(metric);
}

std::vector<RankSum> sums_by_rank(const SeverityCube& cube, MetricId metric, CallPathId callpath) {
  std::vector<double> values;
  if (callpath.valid())
    values = cube.copy_of_row(metric, callpath);
  else
    values = sums_by_location(cube, metric);
  values.resize(cube.locations.size());
  std::map<model::Rank, double> by_rank;
  for (std::size_t i = 0; i < values.size(); ++i)
    combine(cube, metric, values[i], by_rank[cube.locations[i].rank]);
  std::vector<RankSum> sums;
  for (const auto& [rank, value] : by_rank) sums.push_back({rank, value});
  return sums;
}

std::string path_name(const SeverityCube& cube, CallPathId callpath) {
  return fmt::format("{}", fmt::join(names_on(cube, callpath), "/"));
}

std::string shown_path(const SeverityCube& cube, CallPathId callpath) {
  return join_calls(names_on(cube, callpath));
}

std::string join_calls(const std::vector<std::string>& names) {
  constexpr std::ptrdiff_t kMostRepeated = 8;  // more repetitions are only counted
  std::string path;
  for (auto name = names.begin(); name != names.end();) {
    const auto other =
        std::find_if(name, names.end(), [&](const auto& each) { return each != *name; });
    const std::ptrdiff_t times = other - name;
    if (!path.empty()) path += '/';
    path += *name;
    if (times > kMostRepeated) path += fmt::format(" ({} times)", times);
    name += times > kMostRepeated ? times : 1;
  }
  return path;
}

std::string source_place(const SeverityCube& cube, CallPathId callpath) {
  std::string relation;
  for (; callpath.valid(); callpath = cube.callpaths[callpath.index()].parent) {
    const std::string place = place_of(cube.callpaths[callpath.index()]);
    if (!place.empty()) return relation + place;
    relation = "caller at ";
  }
  return "";
}

double own_time(const SeverityCube& cube) {
  const MetricId time = cube.find(model::metric::time);
  return time.valid() ? cube.total(time) : 0.0;
}

double total_time(const SeverityCube& cube) {
  double whole = 0.0;
  const auto given = cube.experiment.attributes.find(kWholeTimeKey);
  if (given != cube.experiment.attributes.end() && base::parse_number(given->second, whole))
    return whole;
  return own_time(cube);
}

std::vector<TableRow> table(const SeverityCube& cube, MetricId metric, By by, bool inclusive) {
  std::vector<TableRow> rows = rows_of(cube, metric, by, inclusive);
  std::erase_if(rows, [](const TableRow& row) { return row.value == 0.0; });
  std::sort(rows.begin(), rows.end(), [](const TableRow& a, const TableRow& b) {
    const double left = std::abs(a.value), right = std::abs(b.value);
    return left != right ? left > right : a.index < b.index;
  });
  return rows;
}

}  // namespace tarry::report

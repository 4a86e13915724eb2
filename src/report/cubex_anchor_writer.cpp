// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "model/definitions.h"
#include "report/cube_types.h"
#include "report/cubex_anchor.h"
#include "report/cubex_names.h"
#include "report/findings.h"
#include "report/forest.h"
#include "report/text_escape.h"
#include "report/topologies.h"

namespace tarry::report {
namespace {

// Returns true for a non-negative whole number that both a uint64 and a double represent.
bool is_count(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  return value >= 0.0 && value < kExact && value == std::floor(value) && !std::signbit(value);
}

bool may_be_whole(const CubeMetric& metric) {
  return metric.unit != model::Unit::Seconds && !metric.is_real;
}

bool is_whole(const SeverityCube& cube, MetricId metric) {
  bool all = true;
  cube.for_each_row(metric, [&](CallPathId, const std::vector<double>& row) {
    all = all && std::all_of(row.begin(), row.end(), is_count);
  });
  return all;
}

// Metrics that form a tree have the same type, so either all counts of the catalog are whole or
// none. Counters of the trace, which may exceed the exact range, are decided one by one.
std::vector<bool> whole_metrics(const SeverityCube& cube) {
  std::vector<bool> whole(cube.metrics.size());
  bool all = true;
  for (std::uint32_t m = 0; m < whole.size(); ++m) {
    const bool may_be = may_be_whole(cube.metrics[m]);
    whole[m] = may_be && is_whole(cube, MetricId{m});
    all = all && (whole[m] || !may_be || !model::find_metric(cube.metrics[m].id).valid());
  }
  for (std::uint32_t m = 0; m < whole.size(); ++m)
    if (!all && model::find_metric(cube.metrics[m].id).valid()) whole[m] = false;
  return whole;
}

template <class... Args>
void put(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
  out += fmt::format(format, std::forward<Args>(args)...);
}

void put_element(std::string& out, const char* name, std::string_view text) {
  put(out, "<{0}>{1}</{0}>\n", name, escape_markup(text));
}

void put_attribute(std::string& out, std::string_view key, std::string_view value) {
  put(out, "<attr key=\"{}\" value=\"{}\"/>\n", escape_markup(key), escape_markup(value));
}

void put_attributes(std::string& out, const model::CubeExperiment& experiment) {
  put_attribute(out, "CubePL Version", "1.1");
  put_attribute(out, "Cube Version", "4.4.3");
  put_attribute(out, "Creator", "Tarry " TARRY_VERSION);
  put_attribute(out, "CUBE_CT_AGGR", "SUM");
  put_attribute(out, kProgramKey, experiment.program);
  put_attribute(out, kRanksKey, std::to_string(experiment.ranks));
  put_attribute(out, kThreadsKey, std::to_string(experiment.threads));
  put_attribute(out, kDurationKey, fmt::format("{}", experiment.duration_s));
  if (experiment.ideal_duration_s != 0.0)
    put_attribute(out, kIdealDurationKey, fmt::format("{}", experiment.ideal_duration_s));
  for (const auto& [key, value] : experiment.attributes)
    if (!is_reserved_key(key)) put_attribute(out, key, value);
  for (std::size_t i = 0; i < experiment.warnings.size(); ++i)
    put_attribute(out, fmt::format("{}{:04}", kWarningKey, i), experiment.warnings[i]);
}

const char* value_type(const CubeMetric& metric, bool is_whole) {
  if (metric.sum == CubeMetric::Sum::Least) return "MINDOUBLE";
  if (metric.sum == CubeMetric::Sum::Most) return "MAXDOUBLE";
  return is_whole ? "UINT64" : "DOUBLE";
}

void put_metrics(std::string& out, const SeverityCube& cube, const std::vector<bool>& is_whole) {
  out += "<metrics>\n";
  const std::vector<Visit> visits = depth_first(cube.metrics);
  for (const Visit& visit : visits) {
    const CubeMetric& metric = cube.metrics[visit.node];
    put(out, "<metric id=\"{}\" type=\"EXCLUSIVE\">\n", visit.node);
    put_element(out, "disp_name", metric.name);
    put_element(out, "uniq_name", metric.id);
    put_element(out, "dtype", value_type(metric, is_whole[visit.node]));
    put_element(out, "uom", model::unit_name(metric.unit));
    put_element(out, "url", "");
    put_element(out, "descr", metric.description);
    for (std::size_t i = 0; i < visit.closes; ++i) out += "</metric>\n";
  }
  out += "</metrics>\n";
}

void put_region(std::string& out, std::size_t id, const CubeCallPath& path) {
  const std::string line = path.line == 0 ? "-1" : std::to_string(path.line);
  put(out, "<region id=\"{}\" mod=\"{}\" begin=\"{}\" end=\"-1\">\n", id, escape_markup(path.file),
      line);
  put_element(out, "name", path.region);
  put_element(out, "mangled_name", path.region);
  put_element(out, "paradigm", cube_paradigm(path.paradigm));
  put_element(out, "role", cube_role(path.role));
  put_element(out, "url", "");
  std::string description;
  if (!path.call_site.empty()) description = std::string(model::kCallSitePrefix) + path.call_site;
  if (path.is_inlined) description = model::kInlinedDescription;
  put_element(out, "descr", description);
  out += "</region>\n";
}

// Returns the Cube tools' own fields for the place of a call.
std::string call_place(const CubeCallPath& path) {
  if (path.call_site.empty() || path.line == 0) return "";
  return fmt::format(" line=\"{}\" mod=\"{}\"", path.line, escape_markup(path.file));
}

void put_program(std::string& out, const SeverityCube& cube, const CubexLayout& layout) {
  out += "<program>\n";
  using Key = std::tuple<std::string_view, std::string_view, std::uint32_t, std::string_view,
                         std::string_view, std::string_view, bool>;
  std::map<Key, std::size_t> regions;
  std::vector<std::size_t> region_of(cube.callpaths.size());
  for (const CallPathId callpath : layout.callpaths) {
    const CubeCallPath& path = cube.callpaths[callpath.index()];
    const auto [found, added] =
        regions.try_emplace(Key{path.region, path.file, path.line, path.role, path.paradigm,
                                path.call_site, path.is_inlined},
                            regions.size());
    if (added) put_region(out, found->second, path);
    region_of[callpath.index()] = found->second;
  }
  std::size_t position = 0;
  for (const Visit& visit : depth_first(cube.callpaths)) {
    const CubeCallPath& path = cube.callpaths[visit.node];
    put(out, "<cnode id=\"{}\"{} calleeId=\"{}\">\n", position++, call_place(path),
        region_of[visit.node]);
    for (std::size_t i = 0; i < visit.closes; ++i) out += "</cnode>\n";
  }
  out += "</program>\n";
}

std::string cube_location_type(const std::string& kind) {
  return kind == "gpu" || kind == "metric" ? kind : "thread";
}

void put_system(std::string& out, const SeverityCube& cube, const CubexLayout& layout) {
  out += "<system>\n<systemtreenode Id=\"0\">\n<name>machine</name>\n<class>machine</class>\n";
  const CubeLocation* previous = nullptr;
  std::size_t node = 0, group = 0, position = 0;
  for (const LocationIndex index : layout.locations) {
    const CubeLocation& location = cube.locations[index.index()];
    const bool new_host = previous == nullptr || previous->host != location.host;
    const bool new_group = new_host || previous->rank != location.rank;
    if (previous != nullptr && new_group) out += "</locationgroup>\n";
    if (previous != nullptr && new_host) out += "</systemtreenode>\n";
    if (new_host) {
      put(out, "<systemtreenode Id=\"{}\">\n", ++node);
      put_element(out, "name", location.host);
      put_element(out, "class", "node");
    }
    if (new_group)
      put(out,
          "<locationgroup Id=\"{}\">\n<name>rank {}</name>\n<rank>{}</rank>\n"
          "<type>process</type>\n",
          group++, location.rank.value, location.rank.value);
    put(out,
        "<location Id=\"{}\">\n<name>thread {}</name>\n<rank>{}</rank>\n<type>{}</type>\n"
        "</location>\n",
        position++, location.thread, location.thread, cube_location_type(location.kind));
    previous = &location;
  }
  if (previous != nullptr) out += "</locationgroup>\n</systemtreenode>\n";
  out += "</systemtreenode>\n";
  put_topologies(out, cube, layout.locations);
  out += "</system>\n";
}

// Orders locations host by host, hosts by their first appearance; the order within a host is kept.
std::vector<LocationIndex> system_order(const std::vector<CubeLocation>& locations) {
  std::map<std::string_view, std::size_t> hosts;
  std::vector<std::vector<LocationIndex>> by_host;
  for (std::uint32_t i = 0; i < locations.size(); ++i) {
    const auto [found, added] = hosts.try_emplace(locations[i].host, by_host.size());
    if (added) by_host.emplace_back();
    by_host[found->second].push_back(LocationIndex{i});
  }
  std::vector<LocationIndex> order;
  for (const auto& on_host : by_host) order.insert(order.end(), on_host.begin(), on_host.end());
  return order;
}

}  // namespace

bool is_reserved_key(std::string_view key) {
  for (const std::string_view reserved :
       {"CubePL Version", "Cube Version", "Creator", "CUBE_CT_AGGR", kProgramKey, kRanksKey,
        kThreadsKey, kDurationKey, kIdealDurationKey, kFindingsKey, kStatisticsKey})
    if (key == reserved) return true;
  return key.starts_with(kWarningKey);
}

CubexLayout cubex_layout(const SeverityCube& cube) {
  CubexLayout layout;
  for (const Visit& visit : depth_first(cube.callpaths))
    layout.callpaths.push_back(CallPathId{visit.node});
  layout.locations = system_order(cube.locations);
  layout.is_whole = whole_metrics(cube);
  return layout;
}

std::string write_anchor(const SeverityCube& cube, const CubexLayout& layout) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cube version=\"4.4\">\n";
  put_attributes(out, cube.experiment);
  if (!cube.findings.empty()) put_attribute(out, kFindingsKey, findings_text(cube));
  out += "<doc>\n</doc>\n";
  put_metrics(out, cube, layout.is_whole);
  put_program(out, cube, layout);
  put_system(out, cube, layout);
  out += "</cube>\n";
  return out;
}

}  // namespace tarry::report

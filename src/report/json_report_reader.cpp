// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_map>

#include "model/metric_description.h"
#include "report/cube_types.h"
#include "report/cube_xml.h"
#include "report/findings.h"
#include "report/json_report.h"
#include "report/report_limits.h"
#include "report/text_escape.h"
#include "report/wait_statistics_json.h"

namespace tarry::report {
namespace {

using Json = nlohmann::json;

Error bad(const std::string& what) {
  return Error{ErrorCode::BadInput, "not a report of schema tarry-report/1: " + what, "", ""};
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<std::uint32_t> number_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  const auto value = found->get<std::uint64_t>();
  if (value >= MetricId::kNone) return std::nullopt;
  return static_cast<std::uint32_t>(value);
}

double real_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0.0;
}

// Returns the list `key` of objects, or an Error if it is anything else.
base::Result<const Json*> objects(const Json& document, const char* key) {
  const auto found = document.find(key);
  if (found == document.end() || !found->is_array())
    return bad(fmt::format("there is no list '{}'", key));
  for (const Json& item : *found)
    if (!item.is_object())
      return bad(fmt::format("list '{}' holds something other than objects", key));
  return &*found;
}

base::Status read_metrics(const Json& list, SeverityCube& cube,
                          std::unordered_map<std::string, MetricId>& ids) {
  if (list.size() > kMostMetrics)
    return bad(fmt::format("it has more than {} metrics", kMostMetrics));
  std::set<std::string> listed;
  for (const Json& item : list) listed.insert(text_of(item, "id"));
  for (const Json& item : list) {
    CubeMetric metric;
    metric.id = text_of(item, "id");
    metric.name = text_of(item, "name");
    const std::string unit = text_of(item, "unit");
    if (metric.id.empty()) return bad("a metric has no id");
    if (unit == "occ") metric.unit = model::Unit::Occurrences;
    if (unit == "bytes") metric.unit = model::Unit::Bytes;
    const std::string combined = text_of(item, "combined");
    if (combined == "least") metric.sum = CubeMetric::Sum::Least;
    if (combined == "most") metric.sum = CubeMetric::Sum::Most;
    // If the parent is left out (--metric), the metric becomes a root.
    const std::string parent_id = text_of(item, "parent");
    const auto parent = ids.find(parent_id);
    if (parent != ids.end())
      metric.parent = parent->second;
    else if (listed.contains(parent_id))
      return bad("metric '" + one_line(metric.id) + "' comes before its parent '" +
                 one_line(parent_id) + "', or is its own parent");
    metric.description = text_of(item, "description");
    const MetricId known = model::find_metric(metric.id);
    if (known.valid() && metric.description.empty())
      metric.description = description_of(model::info(known));
    if (!ids.try_emplace(metric.id, static_cast<std::uint32_t>(cube.metrics.size())).second)
      return bad("metric '" + one_line(metric.id) + "' comes twice");
    cube.metrics.push_back(std::move(metric));
  }
  return kOk;
}

base::Status read_callpaths(const Json& list, SeverityCube& cube,
                            std::unordered_map<std::uint32_t, CallPathId>& ids) {
  for (const Json& item : list) {
    const std::optional<std::uint32_t> id = number_of(item, "id");
    if (!id) return bad("a call path has no id");
    CubeCallPath path;
    path.region = text_of(item, "region");
    path.file = text_of(item, "file");
    path.line = number_of(item, "line").value_or(0);
    path.role = text_of(item, "role");
    path.paradigm = guessed_paradigm(path.region, path.role);  // the report does not tell it
    path.call_site = text_of(item, "callsite");
    path.is_inlined = item.value("inlined", Json(false)) == Json(true);
    if (const std::optional<std::uint32_t> parent = number_of(item, "parent")) {
      const auto found = ids.find(*parent);
      if (found == ids.end()) return bad(fmt::format("call path {} comes before its parent", *id));
      path.parent = found->second;
    }
    if (!ids.try_emplace(*id, static_cast<std::uint32_t>(cube.callpaths.size())).second)
      return bad(fmt::format("call path {} comes twice", *id));
    cube.callpaths.push_back(std::move(path));
  }
  model::mark_twins(cube.callpaths);
  return kOk;
}

base::Status read_locations(const Json& list, SeverityCube& cube,
                            std::unordered_map<std::uint32_t, LocationIndex>& ids) {
  std::vector<std::pair<std::uint32_t, CubeLocation>> read;
  for (const Json& item : list) {
    const std::optional<std::uint32_t> id = number_of(item, "id");
    const std::optional<std::uint32_t> rank = number_of(item, "rank");
    if (!id || !rank) return bad("a location has no id or no rank");
    const std::string kind = text_of(item, "kind");
    read.emplace_back(*id, CubeLocation{model::Rank{*rank}, number_of(item, "thread").value_or(0),
                                        text_of(item, "host"), kind.empty() ? "cpu" : kind});
  }
  std::stable_sort(read.begin(), read.end(),
                   [](const auto& a, const auto& b) { return comes_before(a.second, b.second); });
  for (auto& [id, location] : read) {
    if (!ids.try_emplace(id, static_cast<std::uint32_t>(cube.locations.size())).second)
      return bad(fmt::format("location {} comes twice", id));
    cube.locations.push_back(std::move(location));
  }
  return kOk;
}

// Reports of earlier versions have no topologies.
base::Status read_topologies(const Json& document,
                             const std::unordered_map<std::uint32_t, LocationIndex>& ids,
                             SeverityCube& cube) {
  if (!document.contains("topologies")) return kOk;
  TRY_ASSIGN(const Json* const list, objects(document, "topologies"));
  for (const Json& item : *list) {
    model::Topology topology;
    topology.name = text_of(item, "name");
    TRY_ASSIGN(const Json* const dimensions, objects(item, "dimensions"));
    for (const Json& each : *dimensions)
      topology.dimensions.push_back({text_of(each, "name"), number_of(each, "size").value_or(0),
                                     each.value("periodic", Json(false)) == Json(true)});
    for (const Json& each : item.value("coordinates", Json::array())) {
      std::vector<std::uint32_t> numbers;
      for (const Json& number : each)
        if (number.is_number_unsigned() && number.get<std::uint64_t>() < MetricId::kNone)
          numbers.push_back(number.get<std::uint32_t>());
      const auto location = numbers.empty() ? ids.end() : ids.find(numbers.front());
      if (location == ids.end() || numbers.size() != each.size() ||
          !topology.add(location->second, std::span(numbers).subspan(1)))
        return bad("a place in a topology is outside of it, or its location is not listed");
    }
    cube.topologies.push_back(std::move(topology));
  }
  return kOk;
}

void read_experiment(const Json& document, SeverityCube& cube) {
  const auto found = document.find("experiment");
  if (found == document.end() || !found->is_object()) return;
  cube.experiment.program = text_of(*found, "program");
  cube.experiment.ranks = number_of(*found, "ranks").value_or(0);
  cube.experiment.threads = number_of(*found, "threads").value_or(0);
  cube.experiment.duration_s = real_of(*found, "duration_s");
  cube.experiment.ideal_duration_s = real_of(*found, "ideal_duration_s");
  const auto warnings = found->find("warnings");
  if (warnings == found->end() || !warnings->is_array()) return;
  for (const Json& warning : *warnings)
    if (warning.is_string()) cube.experiment.warnings.push_back(warning.get<std::string>());
}

}  // namespace

base::Result<SeverityCube> parse_json_report(const std::string& text) {
  const Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded())
    return Error{ErrorCode::BadInput, "not valid JSON (is the file truncated?)", "", ""};
  if (!document.is_object()) return bad("it is not an object");
  const std::string schema = text_of(document, "schema");
  if (schema != "tarry-report/1") return bad("its schema is '" + one_line(schema) + "'");
  SeverityCube cube;
  std::unordered_map<std::string, MetricId> metrics;
  std::unordered_map<std::uint32_t, CallPathId> callpaths;
  std::unordered_map<std::uint32_t, LocationIndex> locations;
  read_experiment(document, cube);
  TRY_ASSIGN(const Json* const metric_list, objects(document, "metrics"));
  TRY(read_metrics(*metric_list, cube, metrics));
  TRY_ASSIGN(const Json* const callpath_list, objects(document, "callpaths"));
  TRY(read_callpaths(*callpath_list, cube, callpaths));
  TRY_ASSIGN(const Json* const location_list, objects(document, "locations"));
  TRY(read_locations(*location_list, cube, locations));
  TRY(read_topologies(document, locations, cube));
  TRY_ASSIGN(const Json* const severities, objects(document, "severity"));
  for (const Json& item : *severities) {
    const auto metric = metrics.find(text_of(item, "metric"));
    const auto callpath = callpaths.find(number_of(item, "callpath").value_or(MetricId::kNone));
    const auto location = locations.find(number_of(item, "location").value_or(MetricId::kNone));
    const auto value = item.find("value");
    if (metric == metrics.end() || callpath == callpaths.end() || location == locations.end() ||
        value == item.end() || !value->is_number())
      return bad("a severity has no value, or its metric, call path or location is not listed");
    cube.set(metric->second, callpath->second, location->second, value->get<double>());
  }
  // Findings refer to lists by position.
  const auto is_in_place = [](const auto& numbers) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [](const auto& each) { return each.first == each.second.value; });
  };
  if (const auto findings = document.find("findings");
      findings != document.end() && is_in_place(callpaths) && is_in_place(locations))
    read_findings(*findings, cube);
  if (const auto statistics = document.find("wait_statistics");
      statistics != document.end() && is_in_place(callpaths))
    read_wait_statistics(*statistics, cube);
  return cube;
}

}  // namespace tarry::report

// SPDX-License-Identifier: BSD-3-Clause
// JSON is written by hand instead of through a document because there are many severities, and a
// line for each is convenient to grep.
#include "report/json_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "model/metric_description.h"
#include "model/wait_states.h"
#include "report/cube_types.h"
#include "report/findings.h"
#include "report/text_escape.h"
#include "report/wait_statistics_json.h"

namespace tarry::report {
namespace {

std::string json_string(std::string_view text) { return nlohmann::json(valid_utf8(text)).dump(); }

// JSON has no infinities. A report has none either, unless an arithmetic error produced it.
std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

// Returns "[
//   a,
//   b
//  ]" from the results of `item(i)`; empty items are left out.
template <class Item>
std::string list(std::size_t count, Item item) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = item(i);
    if (!text.empty()) out += (out.empty() ? "\n    " : ",\n    ") + text;
  }
  return out.empty() ? "[]" : "[" + out + "\n  ]";
}

std::vector<MetricId> selected(const SeverityCube& cube, const Selection& selection) {
  if (!selection.metrics.empty()) return selection.metrics;
  std::vector<MetricId> all;
  for (std::uint32_t i = 0; i < cube.metrics.size(); ++i) all.emplace_back(i);
  return all;
}

std::string experiment_text(const model::CubeExperiment& experiment) {
  std::string warnings;
  for (const std::string& warning : experiment.warnings)
    warnings += (warnings.empty() ? "" : ", ") + json_string(warning);
  const std::string ideal =
      experiment.ideal_duration_s != 0.0
          ? fmt::format("\"ideal_duration_s\": {}, ", number(experiment.ideal_duration_s))
          : "";
  return fmt::format(
      "{{\"program\": {}, \"ranks\": {}, \"threads\": {}, \"duration_s\": {}, {}\"warnings\": "
      "[{}]}}",
      json_string(experiment.program), experiment.ranks, experiment.threads,
      number(experiment.duration_s), ideal, warnings);
}

// Returns the id of the metric with the delay costs of a wait state, empty if it has none.
std::string costs_of(const std::string& metric) {
  const MetricId known = model::find_metric(metric);
  if (known == model::metric::omp_idle_threads)  // it is in no call, so no wait state of a pattern
    return std::string(info(model::metric::delay_ompidle_aggregate).id);
  for (const model::WaitStateInfo& state : model::all_wait_states())
    if (state.metric == known && !state.costs.empty())
      return "delay_" + std::string(state.costs) + "_aggregate";
  return "";
}

const char* combined_text(CubeMetric::Sum sum) {
  if (sum == CubeMetric::Sum::Total) return "";
  return sum == CubeMetric::Sum::Least ? "\"combined\": \"least\", " : "\"combined\": \"most\", ";
}

std::string metric_text(const SeverityCube& cube, MetricId id) {
  const CubeMetric& metric = cube.metrics[id.index()];
  const std::string costs = costs_of(metric.id);
  const std::string confidence = model::confidence_of(metric.id);
  return fmt::format(
      "{{\"id\": {}, \"name\": {}, \"unit\": \"{}\", \"parent\": {}, {}\"total\": {}{}{}{}}}",
      json_string(metric.id), json_string(metric.name), model::unit_name(metric.unit),
      metric.parent.valid() ? json_string(cube.metrics[metric.parent.index()].id) : "null",
      combined_text(metric.sum), number(cube.total(id)),
      metric.description.empty() ? "" : ", \"description\": " + json_string(metric.description),
      confidence == "max" ? "" : ", \"confidence\": " + json_string(confidence),
      costs.empty() ? "" : ", \"costs\": " + json_string(costs));
}

std::string callpath_text(const SeverityCube& cube, std::size_t i) {
  const CubeCallPath& path = cube.callpaths[i];
  return fmt::format(
      "{{\"id\": {}, \"parent\": {}, \"region\": {}, \"file\": {}, \"line\": {}, \"role\": "
      "{}{}{}}}",
      i, path.parent.valid() ? std::to_string(path.parent.value) : "null", json_string(path.region),
      path.file.empty() ? "null" : json_string(path.file),
      path.line == 0 ? "null" : std::to_string(path.line), json_string(path.role),
      path.call_site.empty() ? "" : ", \"callsite\": " + json_string(path.call_site),
      path.is_inlined ? ", \"inlined\": true" : "");
}

std::string location_text(const SeverityCube& cube, std::size_t i) {
  const CubeLocation& location = cube.locations[i];
  return fmt::format("{{\"id\": {}, \"rank\": {}, \"thread\": {}, \"host\": {}, \"kind\": {}}}", i,
                     location.rank.value, location.thread, json_string(location.host),
                     json_string(location.kind));
}

std::string topology_text(const model::Topology& topology) {
  std::string dimensions, coordinates;
  for (const model::Topology::Dimension& each : topology.dimensions)
    dimensions += fmt::format("{}{{\"name\": {}, \"size\": {}, \"periodic\": {}}}",
                              dimensions.empty() ? "" : ", ", json_string(each.name), each.size,
                              each.is_periodic);
  for (std::size_t i = 0; i < topology.locations.size(); ++i)
    coordinates += fmt::format("{}[{}, {}]", coordinates.empty() ? "" : ", ",
                               topology.locations[i].value, fmt::join(topology.place(i), ", "));
  return fmt::format("{{\"name\": {}, \"dimensions\": [{}], \"coordinates\": [{}]}}",
                     json_string(topology.name), dimensions, coordinates);
}

std::string severity_text(const SeverityCube& cube, const std::vector<MetricId>& metrics) {
  std::string out;
  for (const MetricId metric : metrics) {
    const std::string id = json_string(cube.metrics[metric.index()].id);
    cube.for_each_row(metric, [&](CallPathId callpath, const std::vector<double>& row) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i] == 0.0) continue;
        out += fmt::format(
            "{}    {{\"metric\": {}, \"callpath\": {}, \"location\": {}, \"value\": {}}}",
            out.empty() ? "\n" : ",\n", id, callpath.value, i, number(row[i]));
      }
    });
  }
  return out.empty() ? "[]" : "[" + out + "\n  ]";
}

// Returns everything up to the values.
std::string begin_text(const SeverityCube& cube, const std::vector<MetricId>& metrics) {
  const auto metric = [&](std::size_t i) { return metric_text(cube, metrics[i]); };
  const auto callpath = [&](std::size_t i) { return callpath_text(cube, i); };
  const auto location = [&](std::size_t i) { return location_text(cube, i); };
  const auto topology = [&](std::size_t i) { return topology_text(cube.topologies[i]); };
  std::string out = "{\n  \"schema\": \"tarry-report/1\",\n";
  out += "  \"experiment\": " + experiment_text(cube.experiment) + ",\n";
  out += "  \"metrics\": " + list(metrics.size(), metric) + ",\n";
  out += "  \"callpaths\": " + list(cube.callpaths.size(), callpath) + ",\n";
  out += "  \"locations\": " + list(cube.locations.size(), location) + ",\n";
  out += "  \"topologies\": " + list(cube.topologies.size(), topology) + ",\n";
  return out;
}

std::string end_text(const SeverityCube& cube) {
  return "  \"findings\": " + findings_text(cube) +
         ",\n  \"wait_statistics\": " + wait_statistics_json(cube) + "\n}\n";
}

}  // namespace

std::string json_report(const SeverityCube& cube, const Selection& selection) {
  const std::vector<MetricId> metrics = selected(cube, selection);
  return begin_text(cube, metrics) + "  \"severity\": " + severity_text(cube, metrics) + ",\n" +
         end_text(cube);
}

std::string json_structure(const SeverityCube& cube) {
  return begin_text(cube, selected(cube, {})) + end_text(cube);
}

}  // namespace tarry::report

// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <set>
#include <unordered_map>

#include "model/definitions.h"
#include "report/cube_types.h"
#include "report/cube_xml.h"
#include "report/cubex_anchor.h"
#include "report/cubex_names.h"
#include "report/findings.h"
#include "report/forest.h"
#include "report/report_limits.h"
#include "report/text_escape.h"
#include "report/topologies.h"
#include "report/value_type.h"
#include "report/xml_tree.h"

namespace tarry::report {
namespace {

Error damaged_anchor(const std::string& what) {
  return Error{ErrorCode::BadInput, "damaged anchor.xml: " + what, "", ""};
}

bool is_summed(const std::string& type) {
  return type == "EXCLUSIVE" || type == "INCLUSIVE" || type == "SIMPLE";
}

std::string type_of(pugi::xml_node element) {
  return element.attribute("type").as_string("EXCLUSIVE");
}

// Finds the derived metrics that can be computed.
base::Result<DerivedMetrics> find_derived(pugi::xml_node metrics) {
  std::set<std::string> stored;
  std::vector<DerivedSource> sources;
  std::size_t count = 0;
  const auto visit = [&](pugi::xml_node element, int) -> base::Result<int> {
    const std::string id = xml_text(element, "uniq_name");
    const std::string type = type_of(element);
    if (id.empty()) return damaged_anchor("a metric without uniq_name");
    if (++count > kMostMetrics)
      return damaged_anchor(fmt::format("it has more than {} metrics", kMostMetrics));
    if (!is_summed(type))
      sources.push_back({id, type, xml_text(element, "cubepl"), xml_text(element, "cubeplinit"),
                         !element.child("cubeplaggr").empty()});
    else if (value_layout(xml_text(element, "dtype")))
      stored.insert(id);
    return 0;
  };
  TRY(walk_xml(metrics, "metric", kDeepestMetrics, 0, visit));
  return choose_derived(sources, stored);
}

void warn(const char* what, std::vector<std::string> ids, Anchor& anchor) {
  constexpr std::size_t kShown = 10;
  if (ids.empty()) return;
  const std::size_t count = ids.size();
  if (count > kShown) {
    ids.resize(kShown);
    ids.push_back(fmt::format("and {} more", count - kShown));
  }
  anchor.cube.experiment.warnings.push_back(fmt::format("{}: {}", what, fmt::join(ids, ", ")));
}

// Adds the metric of an element, with one part of its values.
MetricId add_metric(pugi::xml_node element, MetricId parent, const ValuePart& part,
                    Anchor& anchor) {
  CubeMetric metric;
  metric.id = xml_text(element, "uniq_name") + part.id_suffix;
  metric.name = xml_text(element, "disp_name") + part.name_suffix;
  metric.parent = parent;
  metric.description = xml_text(element, "descr");
  metric.unit =
      part.is_count ? model::Unit::Occurrences : unit_of(xml_text(element, "uom"), metric);
  metric.is_real = part.type == NumberType::Double;
  metric.sum = part.sum;
  anchor.cube.metrics.push_back(std::move(metric));
  return MetricId{static_cast<std::uint32_t>(anchor.cube.metrics.size() - 1)};
}

// Adds a metric that is stored, as one metric for each part of its values.
MetricId add_stored(pugi::xml_node element, MetricId parent, const ValueLayout& layout,
                    Anchor& anchor) {
  MetricId whole = parent;
  for (const ValuePart& part : layout.parts) {
    // Only what stands for the whole is contained in the parent, and contains the metrics below.
    const bool is_whole = part.id_suffix.empty();
    const MetricId added = add_metric(element, is_whole ? parent : MetricId{}, part, anchor);
    if (is_whole) whole = added;
    anchor.stored.push_back({element.attribute("id").as_string(), added, part.type, part.offset,
                             layout.size, type_of(element) == "INCLUSIVE",
                             part.sum != CubeMetric::Sum::Total});
  }
  return whole;
}

base::Status read_metrics(pugi::xml_node root, Anchor& anchor) {
  TRY_ASSIGN(anchor.derived, find_derived(root.child("metrics")));
  std::set<std::string> derived;
  for (const DerivedMetric& metric : anchor.derived.usable) derived.insert(metric.id);
  std::vector<std::string> left_out;
  const auto visit = [&](pugi::xml_node element, MetricId parent) -> base::Result<MetricId> {
    const std::string id = xml_text(element, "uniq_name");
    if (!is_summed(type_of(element)))
      return derived.contains(id) ? add_metric(element, parent, {}, anchor) : parent;
    if (const std::optional<ValueLayout> layout = value_layout(xml_text(element, "dtype")))
      return add_stored(element, parent, *layout, anchor);
    left_out.push_back(one_line(id));
    return parent;
  };
  TRY(walk_xml(root.child("metrics"), "metric", kDeepestMetrics, MetricId{}, visit));
  warn("metrics left out because their values do not add up", std::move(left_out), anchor);
  warn("derived metrics left out", anchor.derived.left_out, anchor);
  return kOk;
}

CubeCallPath read_region(pugi::xml_node element) {
  CubeCallPath path;
  path.region = xml_text(element, "name");
  path.file = element.attribute("mod").as_string();
  const int line = element.attribute("begin").as_int(-1);
  path.line = line > 0 ? static_cast<std::uint32_t>(line) : 0;
  path.role = otf2_role(xml_text(element, "role"));
  path.paradigm = otf2_paradigm(xml_text(element, "paradigm"));
  const std::string description = xml_text(element, "descr");
  if (path.paradigm == "mpi" && description.starts_with(model::kCallSitePrefix))
    path.call_site = description.substr(model::kCallSitePrefix.size());
  path.is_inlined = path.paradigm != "mpi" && description == model::kInlinedDescription;
  return path;
}

base::Status read_program(pugi::xml_node root, Anchor& anchor) {
  const pugi::xml_node program = root.child("program");
  std::unordered_map<std::string, CubeCallPath> regions;
  for (const pugi::xml_node element : program.children("region")) {
    TRY(check_names(element));
    regions[element.attribute("id").as_string()] = read_region(element);
  }
  const auto visit = [&](pugi::xml_node element, CallPathId parent) -> base::Result<CallPathId> {
    const auto region = regions.find(element.attribute("calleeId").as_string());
    if (region == regions.end())
      return damaged_anchor("a call path of a region that is not defined");
    CubeCallPath path = region->second;
    path.parent = parent;
    const CallPathId id{static_cast<std::uint32_t>(anchor.cube.callpaths.size())};
    anchor.callpaths.try_emplace(element.attribute("id").as_uint(CallPathId::kNone), id);
    anchor.cube.callpaths.push_back(std::move(path));
    return id;
  };
  TRY(walk_xml(program, "cnode", kDeepestCalls, CallPathId{}, visit));
  model::mark_twins(anchor.cube.callpaths);
  return kOk;
}

// The Cube tools number the rows of inclusive metrics so that siblings are neighbors: a root, then
// all children of each node in depth-first order.
std::vector<CallPathId> wide_order(const std::vector<CubeCallPath>& callpaths) {
  const std::vector<std::vector<std::uint32_t>> children = children_of(callpaths);
  std::vector<CallPathId> order;
  for (std::uint32_t i = 0; i < callpaths.size(); ++i) {
    if (!callpaths[i].parent.valid()) order.emplace_back(i);
    for (const std::uint32_t child : children[i]) order.emplace_back(child);
  }
  return order;
}

// The process of a location group: groups of accelerators lie inside that of their process.
struct Group {
  std::string host;
  model::Rank rank;
};

base::Status read_locations(pugi::xml_node root, std::vector<ReadLocation>& found) {
  const auto visit_group = [&](pugi::xml_node element, const Group& outer) -> base::Result<Group> {
    Group group = outer;
    if (!group.rank.valid()) group.rank = model::Rank{element.child("rank").text().as_uint()};
    for (const pugi::xml_node child : element.children("location")) {
      ReadLocation read;
      read.location.rank = group.rank;
      read.location.thread = child.child("rank").text().as_uint();
      read.location.host = group.host;
      const std::string type = xml_text(child, "type");
      read.location.kind = type == "thread" || type.empty() ? "cpu" : type;
      read.id = child.attribute("Id").as_ullong(~0ULL);
      read.process = element.attribute("Id").as_ullong(~0ULL);
      found.push_back(std::move(read));
    }
    return group;
  };
  const auto visit_node = [&](pugi::xml_node element, int) -> base::Result<int> {
    TRY(walk_xml(element, "locationgroup", kDeepestSystem, Group{host_name(element), {}},
                 visit_group));
    return 0;
  };
  return walk_xml(root.child("system"), "systemtreenode", kDeepestSystem, 0, visit_node);
}

void read_experiment(pugi::xml_node root, Anchor& anchor) {
  model::CubeExperiment& experiment = anchor.cube.experiment;
  if (!anchor.cube.callpaths.empty()) experiment.program = anchor.cube.callpaths.front().region;
  for (const pugi::xml_node element : root.children("attr")) {
    const std::string key = element.attribute("key").as_string();
    const pugi::xml_attribute value = element.attribute("value");
    if (key == kProgramKey) experiment.program = value.as_string();
    anchor.is_ours = anchor.is_ours || key == kProgramKey;
    if (key == kRanksKey) experiment.ranks = value.as_uint();
    if (key == kThreadsKey) experiment.threads = value.as_uint();
    if (key == kDurationKey) {
      experiment.duration_s = value.as_double();
      anchor.has_duration = true;
    }
    if (key == kIdealDurationKey) experiment.ideal_duration_s = value.as_double();
    if (key == kFindingsKey) read_findings(value.as_string(), anchor.cube);
    if (key == kStatisticsKey) anchor.statistics_file = value.as_string();
    if (key.starts_with(kWarningKey)) experiment.warnings.emplace_back(value.as_string());
    if (!is_reserved_key(key)) experiment.attributes[key] = value.as_string();
  }
}

}  // namespace

base::Result<Anchor> read_anchor(std::string xml) {
  pugi::xml_document document;
  TRY(parse_xml(xml, "anchor.xml", document));
  const pugi::xml_node root = document.child("cube");
  if (!root) return damaged_anchor("it has no <cube> element");
  Anchor anchor;
  TRY(read_metrics(root, anchor));
  TRY(read_program(root, anchor));
  std::vector<ReadLocation> found;
  TRY(read_locations(root, found));
  anchor.locations = put_locations(found, anchor.cube);
  read_experiment(root, anchor);
  read_topologies(root.child("system"), found, anchor.locations, anchor.cube);
  anchor.wide_order = wide_order(anchor.cube.callpaths);
  return anchor;
}

}  // namespace tarry::report

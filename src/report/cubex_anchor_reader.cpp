// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <unordered_map>

#include "model/definitions.h"
#include "report/cube_types.h"
#include "report/cubex_anchor.h"
#include "report/cubex_names.h"
#include "report/findings.h"
#include "report/forest.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

Error damaged_anchor(const std::string& what) {
  return Error{ErrorCode::BadInput, "damaged anchor.xml: " + what, "", ""};
}

std::string text(pugi::xml_node node, const char* child) { return node.child(child).text().get(); }

std::optional<ValueType> value_type(std::string_view dtype) {
  static const std::unordered_map<std::string_view, ValueType> kTypes = {
      {"DOUBLE", ValueType::Double},
      {"FLOAT", ValueType::Double},
      {"UINT64", ValueType::UInt64},
      {"UNSIGNED INTEGER", ValueType::UInt64},
      {"INT64", ValueType::Int64},
      {"INTEGER", ValueType::Int64},
      {"SIGNED INTEGER", ValueType::Int64},
      {"UINT32", ValueType::UInt32},
      {"UNSIGNED INT", ValueType::UInt32},
      {"INT32", ValueType::Int32},
      {"INT", ValueType::Int32},
      {"SIGNED INT", ValueType::Int32},
      {"UINT16", ValueType::UInt16},
      {"UNSIGNED SHORT INT", ValueType::UInt16},
      {"INT16", ValueType::Int16},
      {"SHORT INT", ValueType::Int16},
      {"SIGNED SHORT INT", ValueType::Int16},
      {"UINT8", ValueType::UInt8},
      {"CHAR", ValueType::UInt8},
      {"INT8", ValueType::Int8},
  };
  const auto found = kTypes.find(dtype);
  return found == kTypes.end() ? std::nullopt : std::optional(found->second);
}

// Calls visit(element, parent) for every element named `name` below `top`, depth first; `parent` is
// the result of visit() for the enclosing element. It does not recurse because a file may nest
// arbitrarily deep.
template <class Value, class Visitor>
base::Status walk(pugi::xml_node top, const char* name, Value none, Visitor visit) {
  struct Open {
    pugi::xml_node next;
    Value parent;
  };
  std::vector<Open> stack{{top.child(name), none}};
  while (!stack.empty()) {
    const pugi::xml_node element = stack.back().next;
    if (!element) {
      stack.pop_back();
      continue;
    }
    stack.back().next = element.next_sibling(name);
    base::Result<Value> made = visit(element, stack.back().parent);
    if (!made.ok()) return std::move(made).error();
    stack.push_back({element.child(name), *made});
  }
  return kOk;
}

// Returns the unit of a metric. Anything but time and bytes is a count, with its own unit in the
// name.
model::Unit unit_of(const std::string& uom, CubeMetric& metric) {
  if (uom == "sec") return model::Unit::Seconds;
  if (uom == "bytes") return model::Unit::Bytes;
  if (uom != "occ" && uom != "#" && !uom.empty()) metric.name += " (" + uom + ")";
  return model::Unit::Occurrences;
}

base::Status read_metrics(pugi::xml_node root, Anchor& anchor) {
  std::string left_out;
  const auto visit = [&](pugi::xml_node element, MetricId parent) -> base::Result<MetricId> {
    const std::string type = element.attribute("type").as_string("EXCLUSIVE");
    const std::optional<ValueType> values = value_type(text(element, "dtype"));
    const std::string id = text(element, "uniq_name");
    if (id.empty()) return damaged_anchor("a metric without uniq_name");
    const bool summed = type == "EXCLUSIVE" || type == "INCLUSIVE" || type == "SIMPLE";
    // Our own summaries have these metrics, which tell about single visits only; they are dropped
    // without a warning.
    if (!values && (id == "min_time" || id == "max_time")) return parent;
    if (!summed || !values) {
      left_out += (left_out.empty() ? "" : ", ") + one_line(id);
      return parent;
    }
    CubeMetric metric{id, text(element, "disp_name"), parent, {}, text(element, "descr"), false};
    metric.unit = unit_of(text(element, "uom"), metric);
    metric.is_real = *values == ValueType::Double;
    const MetricId added{static_cast<std::uint32_t>(anchor.cube.metrics.size())};
    anchor.stored.push_back(
        {element.attribute("id").as_string(), added, *values, type == "INCLUSIVE"});
    anchor.cube.metrics.push_back(std::move(metric));
    return added;
  };
  TRY(walk(root.child("metrics"), "metric", MetricId{}, visit));
  if (!left_out.empty())
    anchor.cube.experiment.warnings.push_back(
        "metrics left out because they are derived or have no sum (minima, maxima, tuples): " +
        left_out);
  return kOk;
}

CubeCallPath read_region(pugi::xml_node element) {
  CubeCallPath path;
  path.region = text(element, "name");
  path.file = element.attribute("mod").as_string();
  const int line = element.attribute("begin").as_int(-1);
  path.line = line > 0 ? static_cast<std::uint32_t>(line) : 0;
  path.role = otf2_role(text(element, "role"));
  path.paradigm = otf2_paradigm(text(element, "paradigm"));
  const std::string description = text(element, "descr");
  if (path.paradigm == "mpi" && description.starts_with(model::kCallSitePrefix))
    path.call_site = description.substr(model::kCallSitePrefix.size());
  path.is_inlined = path.paradigm != "mpi" && description == model::kInlinedDescription;
  return path;
}

base::Status read_program(pugi::xml_node root, Anchor& anchor) {
  const pugi::xml_node program = root.child("program");
  std::unordered_map<std::string, CubeCallPath> regions;
  for (const pugi::xml_node element : program.children("region"))
    regions[element.attribute("id").as_string()] = read_region(element);
  const auto visit = [&](pugi::xml_node element, CallPathId parent) -> base::Result<CallPathId> {
    const auto region = regions.find(element.attribute("calleeId").as_string());
    if (region == regions.end())
      return damaged_anchor("a call path of a region that is not defined");
    CubeCallPath path = region->second;
    path.parent = parent;
    anchor.cube.callpaths.push_back(std::move(path));
    return CallPathId{static_cast<std::uint32_t>(anchor.cube.callpaths.size() - 1)};
  };
  TRY(walk(program, "cnode", CallPathId{}, visit));
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

struct ReadLocation {
  CubeLocation location;
  std::uint64_t id = 0;
};

// The process of a location group: groups of accelerators lie inside that of their process.
struct Group {
  std::string host;
  model::Rank rank;
};

std::string host_name(pugi::xml_node tree_node) {
  std::string name = text(tree_node, "name");
  const std::string node_class = text(tree_node, "class");
  if (node_class == "node" && name.starts_with("node ")) name.erase(0, 5);
  return name;
}

base::Status read_locations(pugi::xml_node root, std::vector<ReadLocation>& found) {
  const auto visit_group = [&](pugi::xml_node element, const Group& outer) -> base::Result<Group> {
    Group group = outer;
    if (!group.rank.valid()) group.rank = model::Rank{element.child("rank").text().as_uint()};
    for (const pugi::xml_node child : element.children("location")) {
      ReadLocation read;
      read.location.rank = group.rank;
      read.location.thread = child.child("rank").text().as_uint();
      read.location.host = group.host;
      const std::string type = text(child, "type");
      read.location.kind = type == "thread" || type.empty() ? "cpu" : type;
      read.id = child.attribute("Id").as_ullong(~0ULL);
      found.push_back(std::move(read));
    }
    return group;
  };
  const auto visit_node = [&](pugi::xml_node element, int) -> base::Result<int> {
    TRY(walk(element, "locationgroup", Group{host_name(element), {}}, visit_group));
    return 0;
  };
  return walk(root.child("system"), "systemtreenode", 0, visit_node);
}

// Columns are ordered by location Id; if the Ids are not 0..n-1, by their order in the document.
void order_columns(std::vector<ReadLocation>& found) {
  std::vector<bool> seen(found.size());
  for (const ReadLocation& read : found) {
    if (read.id >= found.size() || seen[read.id]) return;
    seen[read.id] = true;
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
}

base::Status read_system(pugi::xml_node root, Anchor& anchor) {
  std::vector<ReadLocation> found;
  TRY(read_locations(root, found));
  order_columns(found);
  std::vector<std::uint32_t> sorted(found.size());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    return comes_before(found[a].location, found[b].location);
  });
  anchor.locations.resize(found.size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    anchor.locations[sorted[i]] = LocationIndex{i};
    anchor.cube.locations.push_back(std::move(found[sorted[i]].location));
  }
  return kOk;
}

void read_experiment(pugi::xml_node root, Anchor& anchor) {
  model::CubeExperiment& experiment = anchor.cube.experiment;
  std::set<model::Rank> ranks;
  std::unordered_map<std::uint32_t, std::uint32_t> threads;
  for (const CubeLocation& location : anchor.cube.locations) {
    ranks.insert(location.rank);
    experiment.threads = std::max(experiment.threads, ++threads[location.rank.value]);
  }
  experiment.ranks = static_cast<std::uint32_t>(ranks.size());
  if (!anchor.cube.callpaths.empty()) experiment.program = anchor.cube.callpaths.front().region;
  for (const pugi::xml_node element : root.children("attr")) {
    const std::string key = element.attribute("key").as_string();
    const pugi::xml_attribute value = element.attribute("value");
    if (key == kProgramKey) experiment.program = value.as_string();
    if (key == kRanksKey) experiment.ranks = value.as_uint();
    if (key == kThreadsKey) experiment.threads = value.as_uint();
    if (key == kDurationKey) {
      experiment.duration_s = value.as_double();
      anchor.has_duration = true;
    }
    if (key == kIdealDurationKey) experiment.ideal_duration_s = value.as_double();
    if (key == kFindingsKey) read_findings(value.as_string(), anchor.cube);
    if (key.starts_with(kWarningKey)) experiment.warnings.emplace_back(value.as_string());
    if (!is_reserved_key(key)) experiment.attributes[key] = value.as_string();
  }
}

}  // namespace

base::Result<Anchor> read_anchor(std::string xml) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer_inplace(xml.data(), xml.size());
  if (!parsed)
    return damaged_anchor(fmt::format("{} at byte {}", parsed.description(), parsed.offset));
  const pugi::xml_node root = document.child("cube");
  if (!root) return damaged_anchor("it has no <cube> element");
  Anchor anchor;
  TRY(read_metrics(root, anchor));
  TRY(read_program(root, anchor));
  TRY(read_system(root, anchor));
  read_experiment(root, anchor);
  anchor.wide_order = wide_order(anchor.cube.callpaths);
  return anchor;
}

}  // namespace tarry::report

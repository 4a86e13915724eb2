// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "report/cube3.h"
#include "report/cube_types.h"
#include "report/cube_xml.h"
#include "report/cubex_anchor.h"
#include "report/report_limits.h"
#include "report/text_escape.h"
#include "report/topologies.h"
#include "report/xml_tree.h"

namespace tarry::report {
namespace {

Error damaged_cube3(const std::string& what) {
  return Error{ErrorCode::BadInput, "damaged .cube report: " + what, "", ""};
}

// What the ids of a file stand for.
struct Ids {
  std::unordered_map<std::string, MetricId> metrics;
  std::unordered_map<std::string, CallPathId> callpaths;
  std::vector<LocationIndex> columns;
};

base::Status check_version(pugi::xml_node root) {
  const std::string version = root.attribute("version").as_string();
  if (version.starts_with("3")) return kOk;
  if (version.starts_with("4"))
    return Error{ErrorCode::BadInput,
                 "this is the anchor.xml of a .cubex, which has no values of its own", "",
                 "name the .cubex file"};
  return Error{ErrorCode::Unsupported,
               "a Cube report of version '" + one_line(version) + "', not 3", "",
               "Scalasca 1 and the tools of Cube 3 convert older ones"};
}

base::Status read_metrics(pugi::xml_node root, SeverityCube& cube, Ids& ids) {
  const auto visit = [&](pugi::xml_node element, MetricId parent) -> base::Result<MetricId> {
    const std::string name = xml_text(element, "uniq_name");
    if (name.empty()) return damaged_cube3("a metric has no uniq_name");
    CubeMetric metric{name, xml_text(element, "disp_name"), parent,
                      {},   xml_text(element, "descr"),     false};
    metric.unit = unit_of(xml_text(element, "uom"), metric);
    metric.is_real = xml_text(element, "dtype") != "INTEGER";
    const MetricId added{static_cast<std::uint32_t>(cube.metrics.size())};
    if (cube.metrics.size() == kMostMetrics)
      return damaged_cube3(fmt::format("it has more than {} metrics", kMostMetrics));
    if (!ids.metrics.try_emplace(element.attribute("id").as_string(), added).second)
      return damaged_cube3("the id of metric '" + one_line(name) + "' comes twice");
    cube.metrics.push_back(std::move(metric));
    return added;
  };
  return walk_xml(root.child("metrics"), "metric", kDeepestMetrics, MetricId{}, visit);
}

CubeCallPath read_cube3_region(pugi::xml_node element) {
  CubeCallPath path;
  path.region = xml_text(element, "name");
  path.file = element.attribute("mod").as_string();
  const int line = element.attribute("begin").as_int(-1);
  path.line = line > 0 ? static_cast<std::uint32_t>(line) : 0;
  path.paradigm = guessed_paradigm(path.region, "");
  path.role = "function";
  return path;
}

base::Status read_program(pugi::xml_node root, SeverityCube& cube, Ids& ids) {
  const pugi::xml_node program = root.child("program");
  std::unordered_map<std::string, CubeCallPath> regions;
  for (const pugi::xml_node element : program.children("region")) {
    TRY(check_names(element));
    regions[element.attribute("id").as_string()] = read_cube3_region(element);
  }
  const auto visit = [&](pugi::xml_node element, CallPathId parent) -> base::Result<CallPathId> {
    const std::string id = element.attribute("id").as_string();
    const auto region = regions.find(element.attribute("calleeId").as_string());
    if (region == regions.end())
      return damaged_cube3("call path '" + one_line(id) + "' is of a region that is not defined");
    CubeCallPath path = region->second;
    path.parent = parent;
    const CallPathId added{static_cast<std::uint32_t>(cube.callpaths.size())};
    if (!ids.callpaths.try_emplace(id, added).second)
      return damaged_cube3("call path '" + one_line(id) + "' comes twice");
    cube.callpaths.push_back(std::move(path));
    return added;
  };
  return walk_xml(program, "cnode", kDeepestCalls, CallPathId{}, visit);
}

// Returns a number of an element; 0 if it has none.
std::uint32_t rank_of(pugi::xml_node element) { return element.child("rank").text().as_uint(); }

void read_system(pugi::xml_node root, SeverityCube& cube, Ids& ids) {
  std::vector<ReadLocation> found;
  for (const pugi::xml_node machine : root.child("system").children("machine"))
    for (const pugi::xml_node node : machine.children("node"))
      for (const pugi::xml_node process : node.children("process"))
        for (const pugi::xml_node thread : process.children("thread")) {
          ReadLocation read;
          read.location.rank = model::Rank{rank_of(process)};
          read.location.thread = rank_of(thread);
          read.location.host = host_name(node);
          read.id = thread.attribute("Id").as_ullong(~0ULL);
          read.process = process.attribute("Id").as_ullong(~0ULL);
          found.push_back(std::move(read));
        }
  ids.columns = put_locations(found, cube);
  read_topologies(root.child("system"), found, ids.columns, cube);
}

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Returns the numbers of a row, in the order of the cube's locations.
base::Result<std::vector<double>> read_row(std::string_view text, const std::string& where,
                                           const std::vector<LocationIndex>& columns) {
  std::vector<double> row(columns.size());
  std::size_t column = 0;
  while (true) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    if (text.empty()) break;
    if (column == columns.size())
      return damaged_cube3(where + fmt::format(" has more values than the {} threads", column));
    if (text.front() == '+') text.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (error != std::errc{} || (length < text.size() && !is_space(text[length])))
      return damaged_cube3(where + fmt::format(": value {} is not a number", column + 1));
    text.remove_prefix(length);
    row[columns[column++].index()] = value;
  }
  if (column != columns.size())
    return damaged_cube3(where +
                         fmt::format(" has {} values for {} threads", column, columns.size()));
  return row;
}

base::Status read_matrix(pugi::xml_node matrix, const Ids& ids, SeverityCube& cube) {
  const std::string id = matrix.attribute("metricId").as_string();
  const auto metric = ids.metrics.find(id);
  if (metric == ids.metrics.end())
    return damaged_cube3("there are values of metric '" + one_line(id) + "', which is not defined");
  for (const pugi::xml_node element : matrix.children("row")) {
    const std::string path = element.attribute("cnodeId").as_string();
    const std::string where =
        "the row of metric '" + one_line(id) + "' and call path '" + one_line(path) + "'";
    const auto callpath = ids.callpaths.find(path);
    if (callpath == ids.callpaths.end())
      return damaged_cube3(where + " is of a call path that is not defined");
    if (!cube.row(metric->second, callpath->second).empty())
      return damaged_cube3(where + " comes twice");
    TRY_ASSIGN(std::vector<double> row, read_row(element.text().get(), where, ids.columns));
    if (std::any_of(row.begin(), row.end(), [](double value) { return value != 0.0; }))
      cube.set_row(metric->second, callpath->second, std::move(row));
  }
  return kOk;
}

}  // namespace

base::Result<SeverityCube> parse_cube3(std::string xml) {
  pugi::xml_document document;
  TRY(parse_xml(xml, ".cube report", document));
  const pugi::xml_node root = document.child("cube");
  if (!root) return damaged_cube3("it has no <cube> element");
  TRY(check_version(root));
  SeverityCube cube;
  Ids ids;
  TRY(read_metrics(root, cube, ids));
  TRY(read_program(root, cube, ids));
  read_system(root, cube, ids);
  if (!root.child("severity")) return damaged_cube3("it has no <severity> element");
  for (const pugi::xml_node matrix : root.child("severity").children("matrix"))
    TRY(read_matrix(matrix, ids, cube));
  for (const pugi::xml_node element : root.children("attr")) {
    const std::string key = element.attribute("key").as_string();
    if (!is_reserved_key(key))
      cube.experiment.attributes[key] = element.attribute("value").as_string();
  }
  if (!cube.callpaths.empty()) cube.experiment.program = cube.callpaths.front().region;
  cube.experiment.duration_s = longest_time(cube);
  return cube;
}

}  // namespace tarry::report

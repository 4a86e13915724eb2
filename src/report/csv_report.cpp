// SPDX-License-Identifier: BSD-3-Clause
#include "report/csv_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/csv_field.h"
#include "report/cube_types.h"

namespace tarry::report {
namespace {

std::string field(std::string_view text) { return base::csv_field(text); }

std::string line_number(std::uint32_t line) { return line == 0 ? "" : std::to_string(line); }

std::string source_fields(const CubeCallPath& path) {
  return field(path.file) + ',' + line_number(path.line);
}

// A function of MPI is called at many places, so its region has none.
std::string region_fields(const CubeCallPath& path) {
  return path.call_site.empty() ? source_fields(path) : ",";
}

// What no place is known for is one row.
std::string call_site_fields(const CubeCallPath& path) {
  if (path.call_site.empty()) return ",,,,";
  return fmt::format("{},{},{},", field(path.region), field(path.call_site), source_fields(path));
}

std::string metric_fields(const SeverityCube& cube, MetricId metric) {
  return fmt::format("{},{}", field(cube.metrics[metric.index()].id),
                     model::unit_name(cube.metrics[metric.index()].unit));
}

// Returns the rows of one metric: every call path's own values, or with those below it added.
std::vector<std::vector<double>> rows_of(const SeverityCube& cube, MetricId metric,
                                         bool inclusive) {
  std::vector<std::vector<double>> rows(cube.callpaths.size());
  cube.for_each_row(metric, [&](CallPathId callpath, const std::vector<double>& row) {
    rows[callpath.index()] = row;
  });
  if (!inclusive) return rows;
  for (std::size_t i = rows.size(); i-- > 0;) {
    const CallPathId parent = cube.callpaths[i].parent;
    if (!parent.valid() || rows[i].empty()) continue;
    std::vector<double>& sum = rows[parent.index()];
    sum.resize(cube.locations.size());
    for (std::size_t l = 0; l < sum.size(); ++l) sum[l] += rows[i][l];
  }
  return rows;
}

void put_cells(std::string& out, const SeverityCube& cube, MetricId metric, bool inclusive) {
  const std::string head = metric_fields(cube, metric);
  const std::vector<std::vector<double>> rows = rows_of(cube, metric, inclusive);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    if (rows[i].empty()) continue;
    const std::string path = fmt::format("{},{},{}", i, field(path_name(cube, CallPathId{i})),
                                         source_fields(cube.callpaths[i]));
    for (std::size_t l = 0; l < rows[i].size(); ++l) {
      if (rows[i][l] == 0.0) continue;
      const CubeLocation& location = cube.locations[l];
      out += fmt::format("{},{},{},{},{},{}\n", head, path, location.rank.value, location.thread,
                         field(location.host), rows[i][l]);
    }
  }
}

// Returns the columns between "metric,unit" and "value".
const char* columns(std::optional<By> by) {
  if (!by) return "callpath_id,callpath,file,line,rank,thread,host,";
  switch (*by) {
    case By::Metric:
      return "";
    case By::CallPath:
      return "callpath_id,callpath,file,line,";
    case By::Region:
      return "region,file,line,";
    case By::CallSite:
      return "region,call_site,file,line,";
    case By::Location:
      return "rank,thread,host,";
    case By::Rank:
      return "rank,";
    case By::Host:
      return "host,";
    case By::Communicator:
      return "communicator,";
  }
  return "";
}

std::string key_fields(const SeverityCube& cube, By by, const TableRow& row) {
  switch (by) {
    case By::Metric:
      return "";
    case By::CallPath:
      return fmt::format("{},{},{},", row.index, field(row.label),
                         source_fields(cube.callpaths[row.index]));
    case By::Region:
      return fmt::format("{},{},", field(row.label), region_fields(cube.callpaths[row.index]));
    case By::CallSite:
      return call_site_fields(cube.callpaths[row.index]);
    case By::Location: {
      const CubeLocation& location = cube.locations[row.index];
      return fmt::format("{},{},{},", location.rank.value, location.thread, field(location.host));
    }
    case By::Rank:
      return fmt::format("{},", row.index);
    case By::Host:
      return field(cube.locations[row.index].host) + ',';
    case By::Communicator:
      return field(row.label) + ',';
  }
  return "";
}

void put_table(std::string& out, const SeverityCube& cube, MetricId metric,
               const Selection& selection) {
  const std::string head = metric_fields(cube, metric);
  std::vector<TableRow> rows = table(cube, metric, *selection.by, selection.inclusive);
  if (selection.top != 0) rows.resize(std::min(rows.size(), selection.top));
  for (const TableRow& row : rows)
    out += fmt::format("{},{}{}\n", head, key_fields(cube, *selection.by, row), row.value);
}

}  // namespace

std::string csv_report(const SeverityCube& cube, const Selection& selection) {
  std::string out = fmt::format("metric,unit,{}value\n", columns(selection.by));
  std::vector<MetricId> metrics = selection.metrics;
  if (metrics.empty())
    for (std::uint32_t i = 0; i < cube.metrics.size(); ++i) metrics.emplace_back(i);
  for (const MetricId metric : metrics) {
    if (selection.by)
      put_table(out, cube, metric, selection);
    else
      put_cells(out, cube, metric, selection.inclusive);
  }
  return out;
}

}  // namespace tarry::report

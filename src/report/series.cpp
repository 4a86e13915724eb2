// SPDX-License-Identifier: BSD-3-Clause
#include "report/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "base/csv_field.h"
#include "report/cube_types.h"
#include "report/forest.h"
#include "report/quantity.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

// A row with a value for each report; empty where it has none.
struct Row {
  std::string metric;  // id
  std::string label;
  model::Unit unit = model::Unit::Seconds;
  std::vector<std::optional<double>> values;

  [[nodiscard]] double largest() const {
    double most = 0.0;
    for (const std::optional<double>& value : values)
      most = std::max(most, std::abs(value.value_or(0.0)));
    return most;
  }
};

std::vector<std::optional<double>> totals(const Series& series, const std::string& id) {
  std::vector<std::optional<double>> out;
  for (const SeverityCube& cube : series.cubes) {
    const MetricId metric = cube.find(id);
    out.push_back(metric.valid() ? std::optional(cube.total(metric)) : std::nullopt);
  }
  return out;
}

// Returns the first report's metric of this id.
const CubeMetric* metric_of(const Series& series, const std::string& id) {
  for (const SeverityCube& cube : series.cubes)
    if (const MetricId metric = cube.find(id); metric.valid()) return &cube.metrics[metric.index()];
  return nullptr;
}

bool is_below_time(const SeverityCube& cube, std::uint32_t metric) {
  MetricId at{metric};
  while (cube.metrics[at.index()].parent.valid()) at = cube.metrics[at.index()].parent;
  return at == cube.find(model::metric::time);
}

// Returns the metrics of all reports, or those below `time`, with their depth; those of the first
// report come first, in its order.
std::vector<std::pair<std::string, std::uint32_t>> shown_metrics(const Series& series, bool all) {
  std::vector<std::pair<std::string, std::uint32_t>> out;
  for (const SeverityCube& cube : series.cubes)
    for (const Visit& visit : depth_first(cube.metrics)) {
      const std::string& id = cube.metrics[visit.node].id;
      const bool is_known =
          std::any_of(out.begin(), out.end(), [&](const auto& each) { return each.first == id; });
      if (!is_known && (all || is_below_time(cube, visit.node))) out.emplace_back(id, visit.depth);
    }
  return out;
}

std::vector<Row> metric_rows(const Series& series, const SeriesSelection& selection) {
  std::vector<Row> rows;
  std::vector<std::pair<std::string, std::uint32_t>> chosen;
  for (const std::string& id : selection.metrics) chosen.emplace_back(id, 0);
  if (chosen.empty()) {
    Row& duration = rows.emplace_back();
    duration.metric = "run_time";
    duration.label = "Run time";
    for (const SeverityCube& cube : series.cubes)
      duration.values.emplace_back(cube.experiment.duration_s);
    chosen = shown_metrics(series, selection.by.has_value());
  }
  for (const auto& [id, depth] : chosen) {
    const CubeMetric* metric = metric_of(series, id);
    if (metric == nullptr) continue;
    Row row{id, std::string(2 * depth, ' ') + one_line(metric->name), metric->unit,
            totals(series, id)};
    if (row.largest() > 0.0) rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Row> table_rows(const Series& series, const SeriesSelection& selection,
                            const std::string& id) {
  std::map<std::string, Row> rows;
  for (std::size_t r = 0; r < series.cubes.size(); ++r) {
    const SeverityCube& cube = series.cubes[r];
    const MetricId metric = cube.find(id);
    if (!metric.valid()) continue;
    for (const TableRow& each : table(cube, metric, *selection.by, selection.inclusive)) {
      Row& row = rows[each.label];
      row.values.resize(series.cubes.size());
      row.values[r] = row.values[r].value_or(0.0) + each.value;
      row.metric = id;
      row.label = one_line(each.label);
      row.unit = cube.metrics[metric.index()].unit;
    }
  }
  std::vector<Row> sorted;
  for (auto& [label, row] : rows) sorted.push_back(std::move(row));
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Row& a, const Row& b) { return a.largest() > b.largest(); });
  return sorted;
}

// Returns the rows of all metrics; `left_out` becomes the number of rows beyond `top`.
std::vector<Row> rows_of(const Series& series, const SeriesSelection& selection,
                         std::size_t& left_out) {
  left_out = 0;
  if (!selection.by || *selection.by == By::Metric) return metric_rows(series, selection);
  std::vector<std::string> metrics = selection.metrics;
  if (metrics.empty()) metrics.emplace_back("time");
  std::vector<Row> out;
  for (const std::string& id : metrics) {
    std::vector<Row> rows = table_rows(series, selection, id);
    const std::size_t shown = std::min(rows.size(), selection.top);
    left_out += rows.size() - shown;
    std::move(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(shown),
              std::back_inserter(out));
  }
  return out;
}

// Returns how much the last value is more than the first: "+12.3 %", "" if that says nothing.
std::string change(const Row& row) {
  if (row.values.size() < 2 || !row.values.front() || !row.values.back()) return "";
  const double first = *row.values.front(), last = *row.values.back();
  if (first == 0.0) return "";
  return fmt::format("{:+.1f} %", 100.0 * (last - first) / std::abs(first));
}

// Returns a bar for each report, a blank where it has no value; differences may be negative, and
// their bars show the size alone.
std::string plot(const Row& row) {
  constexpr std::array kBars = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const double most = row.largest();
  std::string out;
  for (const std::optional<double>& value : row.values) {
    const double part = most == 0.0 ? 0.0 : std::abs(value.value_or(0.0)) / most;
    out += value ? kBars[static_cast<std::size_t>(std::lround(part * (kBars.size() - 1)))] : " ";
  }
  return out;
}

}  // namespace

void order_by_size(Series& series) {
  std::vector<std::size_t> order(series.cubes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const model::CubeExperiment& first = series.cubes[a].experiment;
    const model::CubeExperiment& second = series.cubes[b].experiment;
    return std::tuple(first.ranks, first.threads) < std::tuple(second.ranks, second.threads);
  });
  Series sorted;
  for (const std::size_t at : order) {
    sorted.cubes.push_back(std::move(series.cubes[at]));
    sorted.names.push_back(std::move(series.names[at]));
  }
  series = std::move(sorted);
}

std::string series_text(const Series& series, const SeriesSelection& selection) {
  constexpr std::size_t kColumn = 11;
  std::string out;
  for (std::size_t r = 0; r < series.cubes.size(); ++r) {
    const model::CubeExperiment& experiment = series.cubes[r].experiment;
    out += fmt::format("{:>3}  {}: {}, ran {}\n", r + 1, one_line(series.names[r]),
                       counted(experiment.ranks, "rank"), seconds(experiment.duration_s));
  }
  std::size_t left_out = 0;
  const std::vector<Row> rows = rows_of(series, selection, left_out);
  out += '\n';
  for (std::size_t r = 0; r < series.cubes.size(); ++r)
    out += fmt::format("{:>{}}", r + 1, kColumn);
  const bool has_plot = series.cubes.size() > 2;
  const std::size_t plot_columns = std::max<std::size_t>(series.cubes.size(), 4);
  out += fmt::format("{:>{}}{}\n", "change", kColumn, has_plot ? "  plot" : "");
  for (const Row& row : rows) {
    for (const std::optional<double>& value : row.values)
      out += fmt::format("{:>{}}", value ? quantity(*value, row.unit) : "-", kColumn);
    out += fmt::format("{:>{}}  ", change(row), kColumn);
    // Each bar has one column, but several bytes.
    if (has_plot) out += plot(row) + std::string(plot_columns - row.values.size() + 2, ' ');
    out += row.label + '\n';
  }
  if (left_out != 0) out += fmt::format("and {} more (--top N)\n", counted(left_out, "row"));
  return out;
}

std::string series_csv(const Series& series, const SeriesSelection& selection) {
  std::string out = "metric,row";
  for (const std::string& name : series.names) out += ',' + base::csv_field(name);
  out += '\n';
  std::size_t left_out = 0;
  SeriesSelection all = selection;
  all.top = ~std::size_t{0};
  for (const Row& row : rows_of(series, all, left_out)) {
    const std::size_t begin = std::min(row.label.find_first_not_of(' '), row.label.size());
    out += base::csv_field(row.metric) + ',' + base::csv_field(row.label.substr(begin));
    for (const std::optional<double>& value : row.values)
      out += value ? fmt::format(",{}", *value) : ",";
    out += '\n';
  }
  return out;
}

}  // namespace tarry::report

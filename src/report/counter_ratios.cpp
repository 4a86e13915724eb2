// SPDX-License-Identifier: BSD-3-Clause
#include "report/counter_ratios.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/metric.h"
#include "report/quantity.h"

namespace tarry::report {
namespace {

using model::MetricId;
using model::SeverityCube;

constexpr std::string_view kInstructions[] = {"PAPI_TOT_INS", "instructions"};
constexpr std::string_view kCycles[] = {"PAPI_TOT_CYC", "cycles", "cpu-cycles"};

double value_at(const std::unordered_map<std::uint32_t, double>& values, std::uint32_t index) {
  const auto found = values.find(index);
  return found == values.end() ? 0.0 : found->second;
}

// Returns "-" if there is nothing to divide by.
std::string ratio(double value, double by, model::Unit unit, std::string_view per) {
  return by > 0.0 ? fmt::format("{}{}", quantity(value / by, unit), per) : "-";
}

}  // namespace

std::span<const std::string_view> instruction_counters() { return kInstructions; }
std::span<const std::string_view> cycle_counters() { return kCycles; }

CounterRatios::CounterRatios(const SeverityCube& cube, MetricId metric, By by, bool inclusive) {
  const model::CubeMetric& chosen = cube.metrics[metric.index()];
  unit_ = chosen.unit;
  is_counter_ = by != By::Metric && !model::find_metric(chosen.id).valid() &&
                chosen.sum == model::CubeMetric::Sum::Total;
  if (!is_counter_) return;
  const auto values = [&](MetricId of, bool with_callees) {
    ByIndex out;
    if (of.valid())
      for (const TableRow& row : table(cube, of, by, with_callees)) out[row.index] = row.value;
    return out;
  };
  seconds_ = values(cube.find(model::metric::time), inclusive);
  if (by == By::CallPath || by == By::Region)
    visits_ = values(cube.find(model::metric::visits), false);
  const auto is_one_of = [](std::span<const std::string_view> names, std::string_view id) {
    return std::find(names.begin(), names.end(), id) != names.end();
  };
  if (!is_one_of(kInstructions, chosen.id)) return;
  for (const std::string_view name : kCycles)
    if (const MetricId cycles = cube.find(name); cycles.valid() && !cycles_)
      cycles_ = values(cycles, inclusive);
}

std::string CounterRatios::text(const TableRow& row) const {
  std::string out =
      fmt::format("{:>12}  ", ratio(row.value, value_at(seconds_, row.index), unit_, "/s"));
  if (visits_)
    out += fmt::format("{:>19}  ",
                       ratio(row.value, value_at(*visits_, row.index), unit_, " per visit"));
  if (cycles_) {
    const double cycles = value_at(*cycles_, row.index);
    out +=
        fmt::format("{:>15}  ", cycles > 0.0 ? fmt::format("{:.2f} per cycle", row.value / cycles)
                                             : std::string("-"));
  }
  return out;
}

}  // namespace tarry::report

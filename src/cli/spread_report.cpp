// SPDX-License-Identifier: BSD-3-Clause
#include "cli/spread_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/quantity.h"
#include "report/text_escape.h"

namespace tarry::cli {
namespace {

using algebra::SpreadRow;
using algebra::Verdict;
using nlohmann::ordered_json;

constexpr int kValueColumn = 11;

algebra::Sample durations(const RunGroup& group) {
  std::vector<double> out;
  for (const model::SeverityCube& run : group.runs) out.push_back(run.experiment.duration_s);
  return algebra::sample_of(out);
}

std::string group_line(const char* which, const RunGroup& group) {
  const algebra::Sample time = durations(group);
  return fmt::format("{}: {} of {}, {} on average, with a standard deviation of {}\n", which,
                     report::counted(group.runs.size(), "run"),
                     report::counted(group.runs.front().experiment.ranks, "rank"),
                     report::seconds(time.mean), report::seconds(time.deviation));
}

std::string in_percent(double part) { return fmt::format("{:.4g} %", 100 * part); }

std::string signed_quantity(double value, model::Unit unit) {
  return (value > 0.0 ? "+" : "") + report::quantity(value, unit);
}

// Returns "+9.9 %", of what the old runs had; "new" if that is nothing.
std::string change(const SpreadRow& row) {
  if (row.old_runs.mean == 0.0) return "new";
  return fmt::format("{:+.1f} %", 100 * row.change() / std::abs(row.old_runs.mean));
}

std::string label(const SpreadRow& row) {
  if (row.metric == algebra::kRunTime) return "run time";
  return report::one_line(row.metric) +
         (row.callpath.empty() ? "" : "  " + report::one_line(row.callpath));
}

std::string row_line(const SpreadRow& row) {
  return fmt::format("{1:>{0}}{2:>{0}}{3:>{0}}{4:>{0}}{5:>{0}}  {6:<11}  {7}\n", kValueColumn,
                     report::quantity(row.old_runs.mean, row.unit),
                     report::quantity(row.new_runs.mean, row.unit), change(row),
                     signed_quantity(row.difference.low, row.unit),
                     signed_quantity(row.difference.high, row.unit),
                     algebra::verdict_name(row.verdict), label(row));
}

std::string counts(const algebra::Spread& spread, const algebra::SpreadOptions& options) {
  std::string out = fmt::format("{} and {} among {}; {} uncertain, {} noise, {} the same to {}.\n",
                                report::counted(spread.count(Verdict::Regression), "regression"),
                                report::counted(spread.count(Verdict::Improvement), "improvement"),
                                report::counted(spread.rows.size(), "row"),
                                spread.count(Verdict::Uncertain), spread.count(Verdict::Noise),
                                spread.count(Verdict::Same), in_percent(options.smallest));
  if (spread.too_small != 0)
    out += report::counted(spread.too_small, "other row") + " cannot change by as much.\n";
  if (!spread.left_out.empty())
    out += fmt::format("Not compared, as a run lacks the metric: {}\n",
                       report::one_line(fmt::format("{}", fmt::join(spread.left_out, ", "))));
  return out;
}

ordered_json sample_json(const algebra::Sample& sample) {
  return {{"mean", sample.mean}, {"deviation", sample.deviation}};
}

ordered_json group_json(const RunGroup& group) {
  ordered_json names = ordered_json::array();
  for (const std::string& name : group.names) names.push_back(report::valid_utf8(name));
  return {{"runs", std::move(names)}, {"ranks", group.runs.front().experiment.ranks}};
}

}  // namespace

std::string spread_text(const algebra::Spread& spread, const algebra::SpreadOptions& options,
                        const RunGroup& old_group, const RunGroup& new_group, std::size_t top,
                        bool all) {
  std::string out = group_line("old", old_group) + group_line("new", new_group);
  out += counts(spread, options);
  const auto is_shown = [&](const SpreadRow& row) {
    return all || row.verdict < Verdict::Noise || row.metric == algebra::kRunTime;
  };
  std::size_t shown = 0, left = 0;
  std::string rows;
  for (const SpreadRow& row : spread.rows) {
    if (!is_shown(row)) continue;
    if (shown == top) {
      ++left;
      continue;
    }
    ++shown;
    rows += row_line(row);
  }
  if (!rows.empty())
    out += fmt::format("\n{1:>{0}}{2:>{0}}{3:>{0}}{4:>{0}}{5:>{0}}\n", kValueColumn, "old", "new",
                       "change", "at least", "at most") +
           rows;
  if (left != 0) out += fmt::format("and {} more (--top N)\n", report::counted(left, "row"));
  if (!spread.rows.empty())
    out += fmt::format(
        "\nAll changes together lie between 'at least' and 'at most' with a probability of {}.\n",
        in_percent(1 - options.error));
  return out;
}

std::string spread_json(const algebra::Spread& spread, const algebra::SpreadOptions& options,
                        const RunGroup& old_group, const RunGroup& new_group) {
  ordered_json rows = ordered_json::array();
  for (const SpreadRow& row : spread.rows)
    rows.push_back(
        {{"metric", report::valid_utf8(row.metric)},
         {"callpath", row.callpath.empty() ? ordered_json(nullptr)
                                           : ordered_json(report::valid_utf8(row.callpath))},
         {"unit", model::unit_name(row.unit)},
         {"old", sample_json(row.old_runs)},
         {"new", sample_json(row.new_runs)},
         {"change", row.change()},
         {"at_least", row.difference.low},
         {"at_most", row.difference.high},
         {"smallest", row.smallest},
         {"verdict", algebra::verdict_name(row.verdict)}});
  const ordered_json all{{"schema", "tarry-spread/1"},
                         {"error", options.error},
                         {"smallest", options.smallest},
                         {"old", group_json(old_group)},
                         {"new", group_json(new_group)},
                         {"regressions", spread.count(Verdict::Regression)},
                         {"improvements", spread.count(Verdict::Improvement)},
                         {"too_small", spread.too_small},
                         {"left_out", spread.left_out},
                         {"rows", std::move(rows)}};
  return all.dump(2) + "\n";
}

}  // namespace tarry::cli

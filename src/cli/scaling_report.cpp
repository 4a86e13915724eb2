// SPDX-License-Identifier: BSD-3-Clause
#include "cli/scaling_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "base/joined.h"
#include "report/quantity.h"
#include "report/query.h"
#include "report/text_escape.h"

namespace tarry::cli {
namespace {

using ScalingJson = nlohmann::ordered_json;

// A column of the table.
struct ScaledFigure {
  const char* name;
  const char* key;
  bool is_time;
  std::optional<double> (*of)(const RunFigures& figures);
};

constexpr ScaledFigure kScaled[] = {
    {"run time", "time_s", true, [](const RunFigures& f) { return std::optional(f.time_s); }},
    {"waiting", "waiting_s", true, [](const RunFigures& f) { return std::optional(f.waiting_s); }},
    {"parallel", "parallel", false, [](const RunFigures& f) { return std::optional(f.parallel); }},
    {"load balance", "load_balance", false,
     [](const RunFigures& f) { return std::optional(f.load_balance); }},
    {"communication", "communication", false,
     [](const RunFigures& f) { return std::optional(f.communication); }},
    {"transfer", "transfer", false, [](const RunFigures& f) { return f.transfer; }},
};

struct Range {
  double low = 0, high = 0;
};

// Returns the range that a predicted figure and its variations take.
std::optional<Range> range_of(const ScaledFigure& figure, const ScaledRun& run) {
  const auto value = figure.of(run.predicted);
  if (!value || run.variations.empty()) return std::nullopt;
  Range range{*value, *value};
  for (const RunFigures& variation : run.variations)
    if (const auto other = figure.of(variation)) {
      range.low = std::min(range.low, *other);
      range.high = std::max(range.high, *other);
    }
  return range;
}

constexpr int kCell = 20;

std::string cell(const ScaledFigure& figure, std::optional<double> value,
                 const std::optional<Range>& range) {
  if (!value) return fmt::format("{:>{}}", "-", kCell);
  std::string text = figure.is_time ? report::quantity(*value, model::Unit::Seconds)
                                    : fmt::format("{:.1f} %", 100 * *value);
  if (range) {
    const double off = std::max(*value - range->low, range->high - *value);
    text += figure.is_time ? fmt::format(" +-{:4.1f} %", *value == 0 ? 0.0 : 100 * off / *value)
                           : fmt::format(" +-{:4.1f}", 100 * off);
  }
  return fmt::format("{:>{}}", text, kCell);
}

std::string row(const std::string& ranks, const char* kind, const RunFigures& figures,
                const ScaledRun* predicted) {
  std::string text = fmt::format("{:>8} {:<9}", ranks, kind);
  for (const ScaledFigure& figure : kScaled)
    text += cell(figure, figure.of(figures),
                 predicted == nullptr ? std::nullopt : range_of(figure, *predicted));
  return text + '\n';
}

std::string measured_row(const ScaledRun& run) {
  const std::string ranks = std::to_string(run.ranks);
  if (run.measured->figures) return row(ranks, "measured", *run.measured->figures, nullptr);
  return fmt::format("{:>8} {:<9}{:>{}}\n", ranks, "measured",
                     report::quantity(run.measured->time_s, model::Unit::Seconds), kCell);
}

std::string cause(const RunFigures& figures) {
  return figures.first_cause.empty() ? "none" : report::one_line(figures.first_cause);
}

std::size_t agreeing(const ScaledRun& run) {
  return static_cast<std::size_t>(std::count_if(
      run.variations.begin(), run.variations.end(),
      [&](const RunFigures& each) { return each.first_cause == run.predicted.first_cause; }));
}

std::string cause_row(const ScaledRun& run) {
  std::string text;
  const bool has_measured = run.measured && run.measured->figures;
  if (has_measured)
    text = fmt::format("{:>8} {:<11}{}\n", run.ranks, "measured", cause(*run.measured->figures));
  text += fmt::format("{:>8} {:<11}{}", has_measured ? "" : std::to_string(run.ranks), "predicted",
                      cause(run.predicted));
  if (!run.variations.empty())
    text += fmt::format(" ({} of {} variations agree)", agreeing(run), run.variations.size());
  return text + '\n';
}

ScalingJson figures_as_json(const RunFigures& figures) {
  ScalingJson json = ScalingJson::object();
  for (const ScaledFigure& figure : kScaled)
    if (const auto value = figure.of(figures)) json[figure.key] = *value;
  json["first_cause"] = report::valid_utf8(figures.first_cause);
  return json;
}

ScalingJson predicted_json(const ScaledRun& run) {
  ScalingJson json = figures_as_json(run.predicted);
  if (run.variations.empty()) return json;
  for (const ScaledFigure& figure : kScaled)
    if (const auto range = range_of(figure, run))
      json["range"][figure.key] = ScalingJson::array({range->low, range->high});
  json["variations"] = run.variations.size();
  json["same_first_cause"] = agreeing(run);
  return json;
}

}  // namespace

std::string scaling_text(const Scaling& scaling) {
  std::string text = fmt::format(
      "{}: predicted from runs with {} ranks\n\n",
      scaling.program.empty() ? "program" : report::one_line(report::file_name(scaling.program)),
      base::joined(scaling.recorded));
  for (const NetworkValue& value : scaling.network) {
    text += fmt::format("{:<18}{:>12}  {}", value.name, value.value, value.source);
    if (value.range) text += fmt::format(", {} to {}", value.range->first, value.range->second);
    text += '\n';
  }
  if (!scaling.runs.empty())
    text += fmt::format("{:<18}{:>10.1f} %  largest error of its fits, at {}\n", "computation",
                        100 * scaling.runs.back().computation_error,
                        base::counted(scaling.runs.back().ranks, "rank"));
  text += fmt::format("\n{:>8} {:<9}", "ranks", "");
  for (const ScaledFigure& figure : kScaled) text += fmt::format("{:>{}}", figure.name, kCell);
  text += '\n';
  for (const ScaledRun& run : scaling.runs) {
    if (run.measured) text += measured_row(run);
    text += row(run.measured ? "" : std::to_string(run.ranks), "predicted", run.predicted, &run);
  }
  text += "\nFirst cause of waiting\n";
  for (const ScaledRun& run : scaling.runs) text += cause_row(run);
  for (const std::string& note : scaling.notes) text += "\nNote: " + report::one_line(note) + ".\n";
  return text;
}

std::string scaling_json(const Scaling& scaling) {
  ScalingJson json{{"schema", "tarry-scaling/1"},
                   {"program", report::valid_utf8(scaling.program)},
                   {"recorded", scaling.recorded},
                   {"fit_error", scaling.fit_error}};
  json["network"] = ScalingJson::object();
  for (const NetworkValue& value : scaling.network) {
    json["network"][value.name] = {{"value", value.value}, {"source", value.source}};
    if (value.range)
      json["network"][value.name]["range"] =
          ScalingJson::array({value.range->first, value.range->second});
  }
  json["runs"] = ScalingJson::array();
  for (const ScaledRun& run : scaling.runs) {
    ScalingJson entry{{"ranks", run.ranks}};
    if (run.measured)
      entry["measured"] = run.measured->figures ? figures_as_json(*run.measured->figures)
                                                : ScalingJson{{"time_s", run.measured->time_s}};
    entry["computation_error"] = run.computation_error;
    entry["predicted"] = predicted_json(run);
    json["runs"].push_back(std::move(entry));
  }
  json["notes"] = ScalingJson::array();
  for (const std::string& note : scaling.notes) json["notes"].push_back(report::valid_utf8(note));
  return json.dump(2) + "\n";
}

}  // namespace tarry::cli

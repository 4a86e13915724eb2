// SPDX-License-Identifier: BSD-3-Clause
#include "cli/prediction_report.h"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "base/joined.h"
#include "compressed/simulate/waiting_cycle.h"
#include "report/quantity.h"
#include "report/query.h"
#include "report/text_escape.h"

namespace tarry::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string in_seconds(double value) { return report::quantity(value, model::Unit::Seconds); }

// A figure of a run, as it is shown.
struct Figure {
  const char* name;
  const char* key;
  bool is_time;
  std::optional<double> (*of)(const PredictedRun& run);
};

template <auto Member>
std::optional<double> of_figures(const PredictedRun& run) {
  return run.figures ? std::optional<double>((*run.figures).*Member) : std::nullopt;
}

constexpr Figure kFigures[] = {
    {"run time", "time_s", true, [](const PredictedRun& run) { return std::optional(run.time_s); }},
    {"waiting of all ranks", "waiting_s", true, of_figures<&RunFigures::waiting_s>},
    {"parallel efficiency", "parallel", false, of_figures<&RunFigures::parallel>},
    {"  load balance", "load_balance", false, of_figures<&RunFigures::load_balance>},
    {"  communication efficiency", "communication", false, of_figures<&RunFigures::communication>},
    {"    serialization efficiency", "serialisation", false,
     [](const PredictedRun& run) {
       return run.figures ? run.figures->serialisation : std::nullopt;
     }},
    {"    transfer efficiency", "transfer", false,
     [](const PredictedRun& run) { return run.figures ? run.figures->transfer : std::nullopt; }},
};

std::string shown(const Figure& figure, double value) {
  return figure.is_time ? in_seconds(value) : fmt::format("{:.1f} %", 100 * value);
}

// Returns the part in percent. Changes that are rounded to nothing have no minus.
std::string signed_percent(double part) {
  return fmt::format("{:+.1f}", std::round(1000 * part) / 10 + 0.0);
}

std::string shown_change(const Figure& figure, double before, double after) {
  if (!figure.is_time) return signed_percent(after - before) + " points";
  if (before == 0) return after == 0 ? "0.0 %" : "";
  return signed_percent((after - before) / before) + " %";
}

std::string row(const Figure& figure, const Prediction& prediction) {
  const auto value = figure.of(prediction.run);
  if (!value) return "";
  const auto before = prediction.unchanged ? figure.of(*prediction.unchanged) : std::nullopt;
  if (!before) return fmt::format("{:<32}{:>12}\n", figure.name, shown(figure, *value));
  return fmt::format("{:<32}{:>12}{:>12}{:>14}\n", figure.name, shown(figure, *before),
                     shown(figure, *value), shown_change(figure, *before, *value));
}

std::string cause_line(const char* name, const PredictedRun& run) {
  if (!run.figures) return "";
  const std::string& cause = run.figures->first_cause;
  return fmt::format("{}: {}\n", name, cause.empty() ? "none" : report::one_line(cause));
}

Json figures_json(const PredictedRun& run) {
  Json json = Json::object();
  for (const Figure& figure : kFigures)
    if (const auto value = figure.of(run)) json[figure.key] = *value;
  if (run.figures) json["first_cause"] = report::valid_utf8(run.figures->first_cause);
  return json;
}

Json difference_json(const Prediction& prediction) {
  Json json = Json::object();
  for (const Figure& figure : kFigures) {
    const auto before = figure.of(*prediction.unchanged);
    const auto after = figure.of(prediction.run);
    if (before && after) json[figure.key] = *after - *before;
  }
  return json;
}

Json stuck_json(const PredictedRun& run) {
  Json list = Json::array();
  for (const simulate::Stuck& stuck : run.stuck)
    list.push_back(Json{{"rank", stuck.rank},
                        {"call", stuck.call},
                        {"function", report::valid_utf8(stuck.function)},
                        {"waits_for", report::valid_utf8(stuck.what)},
                        {"ranks", stuck.partners}});
  return list;
}

}  // namespace

std::string prediction_text(const Prediction& prediction, const compressed::Trace& trace,
                            const ChosenSimulation& chosen) {
  std::string text = fmt::format(
      "{} on {}: {}, {}\n\n",
      trace.program.empty() ? "program" : report::one_line(report::file_name(trace.program)),
      report::counted(trace.ranks, "rank"), report::counted(prediction.run.calls, "call"),
      report::counted(prediction.run.messages, "message"));
  for (const NetworkValue& value : chosen.network)
    text += fmt::format("{:<32}{:>12}  {}\n", value.name, value.value, value.source);
  text += '\n';
  if (prediction.unchanged) {
    text += "with";
    for (const std::string& change : chosen.changes) text += " " + report::one_line(change);
    text += fmt::format("\n\n{:<32}{:>12}{:>12}{:>14}\n", "", "without", "with", "change");
  }
  for (const Figure& figure : kFigures) text += row(figure, prediction);
  text += '\n';
  if (prediction.unchanged)
    text += cause_line("first cause of waiting without", *prediction.unchanged) +
            cause_line("first cause of waiting with", prediction.run);
  else
    text += cause_line("first cause of waiting", prediction.run);
  return text;
}

std::string prediction_json(const Prediction& prediction, const compressed::Trace& trace,
                            const ChosenSimulation& chosen) {
  const simulate::NetworkModel& network = chosen.options.network;
  Json json{{"schema", "tarry-prediction/1"},
            {"program", report::valid_utf8(trace.program)},
            {"ranks", trace.ranks},
            {"calls", prediction.run.calls},
            {"messages", prediction.run.messages}};
  json["network"] = {{"latency_s", static_cast<double>(network.route.latency) * 1e-9},
                     {"bandwidth", network.route.bandwidth},
                     {"overhead_s", static_cast<double>(network.overhead) * 1e-9},
                     {"eager_limit", network.eager_limit},
                     {"ranks_per_node", network.ranks_per_node}};
  for (const NetworkValue& value : chosen.network)
    json["network"]["sources"][value.name] = value.source;
  json["changes"] = Json::array();
  for (const std::string& change : chosen.changes)
    json["changes"].push_back(report::valid_utf8(change));
  json["prediction"] = figures_json(prediction.run);
  if (prediction.unchanged) {
    json["unchanged"] = figures_json(*prediction.unchanged);
    json["difference"] = difference_json(prediction);
  }
  json["stuck"] = stuck_json(prediction.run);
  json["problems"] = Json::array();
  for (const std::string& problem : prediction.run.problems)
    json["problems"].push_back(report::valid_utf8(problem));
  return json.dump(2) + "\n";
}

std::vector<std::string> stuck_lines(const PredictedRun& run) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> lines;
  for (const simulate::Stuck& stuck : run.stuck) {
    if (lines.size() == kMost) {
      lines.push_back(fmt::format("{} more ranks wait for ever", run.stuck.size() - kMost));
      break;
    }
    std::string who;
    if (!stuck.partners.empty() && stuck.what.starts_with("members"))
      who = ": " + base::joined(stuck.partners);
    lines.push_back(
        report::one_line(fmt::format("rank {} waits for ever in {}, its call {}, for {}{}",
                                     stuck.rank, stuck.function, stuck.call + 1, stuck.what, who)));
  }
  for (const std::string& problem : run.problems) lines.push_back(report::one_line(problem));
  return lines;
}

std::string stuck_summary(const PredictedRun& run, std::uint32_t ranks) {
  if (run.stuck.empty()) return "the calls of the trace do not fit together";
  std::string text =
      fmt::format("{} of {} {} for ever", run.stuck.size(), base::counted(ranks, "rank"),
                  base::form_for(run.stuck.size(), "waits", "wait"));
  const std::vector<std::uint32_t> cycle = simulate::waiting_cycle(run.stuck);
  if (cycle.empty()) return text;
  text += ", one for the other:";
  for (const std::uint32_t rank : cycle) text += fmt::format(" {} ->", rank);
  return text + fmt::format(" {}", cycle.front());
}

}  // namespace tarry::cli

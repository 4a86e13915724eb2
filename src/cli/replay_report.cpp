// SPDX-License-Identifier: BSD-3-Clause
#include "cli/replay_report.h"

#include <fmt/core.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/counted.h"
#include "compressed/replay/call_role.h"
#include "report/quantity.h"

namespace tarry::cli {
namespace {

using model::Unit;
using replay::CallCounts;

struct Both {
  CallCounts recorded, replayed;
};

// Returns the counts by MPI function.
std::map<std::string, Both> by_function(const replay::Outcome& outcome,
                                        const compressed::Trace& trace) {
  std::map<std::string, Both> functions;
  for (std::size_t site = 0; site < trace.sites.size(); ++site) {
    Both& both = functions[trace.sites[site].function];
    both.recorded += outcome.recorded[site];
    both.replayed += outcome.replayed[site];
  }
  return functions;
}

// Returns whether the replay has the recorded sizes and times. Otherwise its accuracy means
// nothing.
bool is_to_scale(const replay::Settings& settings) {
  return settings.speed == 1 && settings.bytes_factor == 1 &&
         settings.compute != replay::Compute::None;
}

// Returns 1 - |replayed - recorded| / recorded.
std::optional<double> accuracy(const replay::Outcome& outcome, const replay::Settings& settings) {
  if (!is_to_scale(settings) || outcome.recorded_s <= 0) return std::nullopt;
  return 1 - std::fabs(outcome.replayed_s - outcome.recorded_s) / outcome.recorded_s;
}

std::string seconds(double nanoseconds) {
  return report::quantity(nanoseconds * 1e-9, Unit::Seconds);
}

std::string row(const std::string& name, const Both& both) {
  const auto bytes = [](const CallCounts& counts, std::uint64_t CallCounts::*side) {
    return report::quantity(static_cast<double>(counts.*side), Unit::Bytes);
  };
  return fmt::format(
      "{:<26}{:>10}{:>10} {:>11}{:>11} {:>11}{:>11} {:>10}{:>10}\n", name, both.recorded.calls,
      both.replayed.calls, bytes(both.recorded, &CallCounts::sent),
      bytes(both.replayed, &CallCounts::sent), bytes(both.recorded, &CallCounts::received),
      bytes(both.replayed, &CallCounts::received), seconds(both.recorded.time_ns),
      seconds(both.replayed.time_ns));
}

std::string run_time(const replay::Outcome& outcome, const replay::Settings& settings) {
  std::string text = fmt::format("\nRun time    recorded {}, replayed {}",
                                 report::quantity(outcome.recorded_s, Unit::Seconds),
                                 report::quantity(outcome.replayed_s, Unit::Seconds));
  // An accuracy below 0 only says that the replay took more than twice as long, which the times
  // show.
  if (const std::optional<double> found = accuracy(outcome, settings); found && *found >= 0)
    text += fmt::format(", accuracy {:.1f} %", 100 * *found);
  return text + "\n";
}

std::string remarks(const replay::Outcome& outcome) {
  std::string text;
  if (outcome.follows_senders)
    text +=
        fmt::format("Peers were drawn: {} with {} {} received by following the senders\n",
                    base::counted(outcome.followed.calls, "message"),
                    report::quantity(static_cast<double>(outcome.followed.received), Unit::Bytes),
                    base::form_for(outcome.followed.calls, "was", "were"));
  if (outcome.draws_sizes)
    text += "Message sizes were drawn: their sum may differ from the recorded one\n";
  if (outcome.of_another_size != 0)
    text += fmt::format("{} of them had another size than their receivers drew\n",
                        outcome.of_another_size);
  if (outcome.left_out != 0)
    text += fmt::format("Left out: {} that only one side has recorded\n",
                        base::counted(outcome.left_out, "send or receive", "sends and receives"));
  if (!outcome.unsupported.empty()) {
    text += "Skipped because they cannot be replayed:";
    for (const std::string& each : outcome.unsupported) text += " " + each;
    text += "\n";
  }
  return text;
}

nlohmann::json json_of(const CallCounts& counts) {
  return {{"calls", counts.calls},
          {"sent", counts.sent},
          {"received", counts.received},
          {"time_s", counts.time_ns * 1e-9}};
}

}  // namespace

std::string replay_text(const replay::Outcome& outcome, const compressed::Trace& trace,
                        const replay::Settings& settings) {
  std::string text = fmt::format("{:<26}{:^20} {:^22} {:^22} {:^20}\n", "", "calls", "sent",
                                 "received", "time in call");
  text += fmt::format("{:<26}{:>10}{:>10} {:>11}{:>11} {:>11}{:>11} {:>10}{:>10}\n", "Function",
                      "recorded", "replayed", "recorded", "replayed", "recorded", "replayed",
                      "recorded", "replayed");
  std::string others;
  Both all;
  for (const auto& [name, both] : by_function(outcome, trace)) {
    if (both.replayed.calls == 0 && both.recorded.sent + both.recorded.received == 0) {
      if (both.recorded.calls != 0)
        others += fmt::format("{} {} ({})", others.empty() ? "" : ",", name, both.recorded.calls);
      continue;
    }
    text += row(name, both);
    all.recorded += both.recorded;
    all.replayed += both.replayed;
  }
  text += row("All", all);
  if (!others.empty()) text += "\nNot called by a replay:" + others + "\n";
  return text + run_time(outcome, settings) + remarks(outcome);
}

std::string replay_json(const replay::Outcome& outcome, const compressed::Trace& trace,
                        const replay::Settings& settings) {
  nlohmann::json functions = nlohmann::json::array();
  for (const auto& [name, both] : by_function(outcome, trace))
    functions.push_back({{"function", name},
                         {"recorded", json_of(both.recorded)},
                         {"replayed", json_of(both.replayed)}});
  nlohmann::json page = {{"schema", "tarry-replay/1"},
                         {"program", trace.program},
                         {"ranks", trace.ranks},
                         {"follows_senders", outcome.follows_senders},
                         {"recorded_s", outcome.recorded_s},
                         {"replayed_s", outcome.replayed_s},
                         {"accuracy", nullptr},
                         {"functions", functions},
                         {"followed",
                          {{"messages", outcome.followed.calls},
                           {"bytes", outcome.followed.received},
                           {"of_another_size", outcome.of_another_size}}},
                         {"left_out", outcome.left_out},
                         {"skipped", outcome.unsupported}};
  if (const std::optional<double> found = accuracy(outcome, settings)) page["accuracy"] = *found;
  return page.dump(2) + "\n";
}

}  // namespace tarry::cli

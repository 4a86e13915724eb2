// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/timeline_answers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/utf8.h"
#include "model/metric.h"

namespace tarry::explorer {
namespace {

using nlohmann::ordered_json;

bool is_at(const model::CubeLocation& known, const model::Location& location) {
  return known.rank == location.rank && known.thread == location.thread;
}

// There may be thousands of slices and messages, so they are written by hand.
std::string slices_text(const timeline::Details& details) {
  if (!details.slices) return "null";
  std::string text = "[";
  for (const timeline::Slice& slice : *details.slices)
    fmt::format_to(std::back_inserter(text),
                   "{}{{\"line\":{},\"depth\":{},\"state\":{},\"begin_s\":{},\"end_s\":{}}}",
                   text.size() > 1 ? "," : "", slice.line, slice.depth, slice.state, slice.begin_s,
                   slice.end_s);
  return text + "]";
}

std::string messages_text(const timeline::Details& details) {
  std::string text = "[";
  for (const timeline::Message& message : details.messages)
    fmt::format_to(std::back_inserter(text),
                   "{}{{\"from\":{},\"to\":{},\"sent_s\":{},\"received_s\":{},\"bytes\":{},"
                   "\"tag\":{}}}",
                   text.size() > 1 ? "," : "", message.from, message.to, message.sent_s,
                   message.received_s, message.bytes, message.tag);
  return text + "]";
}

std::string path_text(const timeline::Details& details) {
  std::string text = "[";
  for (const timeline::PathSpan& span : details.path)
    fmt::format_to(std::back_inserter(text), "{}{{\"line\":{},\"begin_s\":{},\"end_s\":{}}}",
                   text.size() > 1 ? "," : "", span.line, span.begin_s, span.end_s);
  return text + "]";
}

std::string waits_text(const std::vector<timeline::LongWait>& waits) {
  std::string text;
  for (const timeline::LongWait& wait : waits)
    fmt::format_to(std::back_inserter(text),
                   "{}{{\"state\":{},\"call\":{},\"line\":{},\"begin_s\":{},\"end_s\":{},"
                   "\"waited_s\":{},\"lines\":[{}],\"line_count\":{}}}",
                   text.empty() ? "" : ",", wait.state, wait.call, wait.line, wait.begin_s,
                   wait.end_s, wait.waited_s, fmt::join(wait.lines, ","), wait.line_count);
  return text;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> positions_of_lines(
    const std::vector<model::LocationIndex>& lines, const model::Definitions& definitions,
    const model::SeverityCube& cube) {
  std::vector<std::uint32_t> positions;
  for (const model::LocationIndex line : lines) {
    const model::Location& location = definitions.locations[line.index()];
    // A report of this trace has its locations in the same order.
    if (line.index() < cube.locations.size() && is_at(cube.locations[line.index()], location)) {
      positions.push_back(line.value);
      continue;
    }
    const auto found = std::lower_bound(
        cube.locations.begin(), cube.locations.end(), location,
        [](const model::CubeLocation& known, const model::Location& wanted) {
          return std::tie(known.rank, known.thread) < std::tie(wanted.rank, wanted.thread);
        });
    if (found == cube.locations.end() || !is_at(*found, location)) return std::nullopt;
    positions.push_back(static_cast<std::uint32_t>(found - cube.locations.begin()));
  }
  return positions;
}

std::string TimelineAnswers::description() const {
  const timeline::Overview& overview = timeline_->overview();
  ordered_json states = ordered_json::array();
  for (const timeline::State& state : overview.states) {
    ordered_json described = {{"name", base::valid_utf8(state.name)},
                              {"kind", std::string(state.kind)}};
    if (state.metric.valid()) described["metric"] = std::string(model::info(state.metric).id);
    states.push_back(std::move(described));
  }
  ordered_json counters = ordered_json::array();
  for (const timeline::Counter& counter : overview.counters)
    counters.push_back({{"name", base::valid_utf8(counter.name)},
                        {"unit", base::valid_utf8(counter.unit)},
                        {"has_curve", counter.has_curve},
                        {"per_second", counter.per_second}});
  return ordered_json{{"begin_s", overview.begin_s},   {"end_s", overview.end_s},
                      {"locations", locations_},       {"states", std::move(states)},
                      {"messages", overview.messages}, {"counters", std::move(counters)}}
      .dump();
}

base::Result<std::string> TimelineAnswers::picture(const timeline::Window& window,
                                                   std::uint32_t columns, std::uint32_t rows,
                                                   timeline::PictureRows kind,
                                                   timeline::PictureEffort effort) const {
  TRY_ASSIGN(const timeline::Picture made, timeline_->picture(window, columns, rows, kind, effort));
  return timeline::picture_bytes(made);
}

base::Result<std::string> TimelineAnswers::details(const timeline::DetailsRequest& request) const {
  TRY_ASSIGN(const timeline::Details details, timeline_->details(request));
  return fmt::format(
      "{{\"from_s\":{},\"to_s\":{},\"slices\":{},\"slice_count\":{},\"messages\":{},"
      "\"message_count\":{},\"path\":{},\"path_count\":{}}}",
      details.from_s, details.to_s, slices_text(details), details.slice_count,
      messages_text(details), details.message_count, path_text(details), details.path_count);
}

base::Result<std::string> TimelineAnswers::counter(const timeline::CounterRequest& request) const {
  TRY_ASSIGN(const timeline::CounterCurves curves, timeline_->counter(request));
  std::string text = fmt::format(
      "{{\"counter\":{},\"from_s\":{},\"to_s\":{},\"columns\":{},\"lines\":", request.counter,
      request.window.from_s, request.window.to_s, request.columns);
  if (!curves.lines) return text + "null}";
  const char* comma = "[";
  for (const auto& [line, values] : *curves.lines) {
    fmt::format_to(std::back_inserter(text), "{}{{\"line\":{},\"values\":[", comma, line);
    for (std::size_t i = 0; i < values.size(); ++i)
      text += (i > 0 ? "," : "") +
              (std::isfinite(values[i]) ? fmt::format("{:.6g}", values[i]) : "null");
    text += "]}";
    comma = ",";
  }
  return text + (curves.lines->empty() ? "[]}" : "]}");
}

std::string TimelineAnswers::communication() const {
  const timeline::Communication all = timeline_->communication();
  std::string text = fmt::format("{{\"ranks_in_bin\":{},\"traffic\":[", all.ranks_in_bin);
  const char* comma = "";
  for (const timeline::Traffic& each : all.traffic) {
    fmt::format_to(std::back_inserter(text),
                   "{}{{\"from\":{},\"to\":{},\"messages\":{},\"bytes\":{},\"waited_s\":{},"
                   "\"sender_waited_s\":{}}}",
                   comma, each.from, each.to, each.messages, each.bytes, each.waited_s,
                   each.sender_waited_s);
    comma = ",";
  }
  return text + "]}";
}

base::Result<std::string> TimelineAnswers::waits(const std::vector<std::uint16_t>& states,
                                                 std::size_t most) const {
  TRY_ASSIGN(const std::vector<timeline::LongWait> found, timeline_->longest_waits(states, most));
  return "[" + waits_text(found) + "]";
}

base::Result<std::string> TimelineAnswers::waits_of_each_state(std::size_t most) const {
  std::string all;
  const std::vector<timeline::State>& states = timeline_->overview().states;
  for (std::size_t state = 0; state < states.size(); ++state) {
    if (!states[state].metric.valid()) continue;
    TRY_ASSIGN(const std::vector<timeline::LongWait> found,
               timeline_->longest_waits({static_cast<std::uint16_t>(state)}, most));
    const std::string text = waits_text(found);
    all += (all.empty() || text.empty() ? "" : ",") + text;
  }
  return "[" + all + "]";
}

}  // namespace tarry::explorer

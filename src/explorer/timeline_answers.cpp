// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/timeline_answers.h"

#include <fmt/format.h>

#include <algorithm>
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
    counters.push_back(
        {{"name", base::valid_utf8(counter.name)}, {"unit", base::valid_utf8(counter.unit)}});
  return ordered_json{{"begin_s", overview.begin_s},   {"end_s", overview.end_s},
                      {"locations", locations_},       {"states", std::move(states)},
                      {"messages", overview.messages}, {"counters", std::move(counters)}}
      .dump();
}

base::Result<std::string> TimelineAnswers::picture(const timeline::Window& window,
                                                   std::uint32_t columns,
                                                   std::uint32_t rows) const {
  TRY_ASSIGN(const timeline::Picture made, timeline_->picture(window, columns, rows));
  return timeline::picture_bytes(made);
}

base::Result<std::string> TimelineAnswers::details(const timeline::DetailsRequest& request) const {
  TRY_ASSIGN(const timeline::Details details, timeline_->details(request));
  return fmt::format(
      "{{\"from_s\":{},\"to_s\":{},\"slices\":{},\"slice_count\":{},\"messages\":{},"
      "\"message_count\":{}}}",
      details.from_s, details.to_s, slices_text(details), details.slice_count,
      messages_text(details), details.message_count);
}

}  // namespace tarry::explorer

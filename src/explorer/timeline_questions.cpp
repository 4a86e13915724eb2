// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/timeline_questions.h"

#include <cmath>
#include <optional>

#include "base/parse_number.h"
#include "base/split.h"

namespace tarry::explorer {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::uint32_t kMostColumns = 16'384;
constexpr std::uint64_t kMostCells = std::uint64_t{1} << 24;  // of a picture
constexpr std::uint32_t kMostMessages = 100'000;
constexpr std::uint32_t kMostWaits = 64;
constexpr std::uint32_t kMostCurveColumns = 2000;

Error no_number(const char* name) {
  return Error{ErrorCode::Usage, "not a number that can be", name, ""};
}

template <class Number>
std::optional<Number> number(const Parameters& parameters, const char* name) {
  const auto found = parameters.find(name);
  return found == parameters.end() ? std::nullopt : base::number_in<Number>(found->second);
}

// Returns whether a parameter is 1; it may be missing.
base::Result<bool> flag(const Parameters& parameters, const char* name) {
  if (!parameters.contains(name)) return false;
  const std::optional<std::uint32_t> value = number<std::uint32_t>(parameters, name);
  if (!value || *value > 1) return no_number(name);
  return *value == 1;
}

base::Result<timeline::Window> window_in(const Parameters& parameters) {
  const std::optional<double> from = number<double>(parameters, "from");
  const std::optional<double> to = number<double>(parameters, "to");
  if (!from || !std::isfinite(*from)) return no_number("from");
  if (!to || !std::isfinite(*to)) return no_number("to");
  if (!(*from < *to)) return Error{ErrorCode::Usage, "the window ends before it begins", "", ""};
  return timeline::Window{*from, *to};
}

// Returns the lines that are asked for; none stands for all.
base::Result<std::vector<std::uint32_t>> lines_in(const TimelineAnswers& timeline,
                                                  const Parameters& parameters) {
  std::vector<std::uint32_t> asked;
  const auto lines = parameters.find("lines");
  if (lines == parameters.end()) return asked;
  for (const std::string_view each : base::split(lines->second, ',')) {
    const std::optional<std::uint32_t> line = base::number_in<std::uint32_t>(each);
    if (!line || *line >= timeline.lines()) return no_number("lines");
    asked.push_back(*line);
  }
  return asked;
}

}  // namespace

base::Result<std::string> asked_picture(const TimelineAnswers& timeline,
                                        const Parameters& parameters) {
  TRY_ASSIGN(const timeline::Window window, window_in(parameters));
  const std::optional<std::uint32_t> columns = number<std::uint32_t>(parameters, "columns");
  const std::optional<std::uint32_t> rows = number<std::uint32_t>(parameters, "rows");
  if (!columns || *columns == 0 || *columns > kMostColumns) return no_number("columns");
  if (!rows || *rows == 0 || std::uint64_t{*rows} * *columns > kMostCells) return no_number("rows");
  TRY_ASSIGN(const bool is_quick, flag(parameters, "quick"));
  TRY_ASSIGN(const bool is_alike, flag(parameters, "alike"));
  return timeline.picture(
      window, *columns, *rows,
      is_alike ? timeline::PictureRows::Alike : timeline::PictureRows::Neighbors,
      is_quick ? timeline::PictureEffort::Quick : timeline::PictureEffort::Full);
}

base::Result<std::string> asked_details(const TimelineAnswers& timeline,
                                        const Parameters& parameters) {
  timeline::DetailsRequest request;
  TRY_ASSIGN(request.window, window_in(parameters));
  if (parameters.contains("messages")) {
    const std::optional<std::uint32_t> most = number<std::uint32_t>(parameters, "messages");
    if (!most || *most > kMostMessages) return no_number("messages");
    request.most_messages = *most;
  }
  TRY_ASSIGN(request.lines, lines_in(timeline, parameters));
  return timeline.details(request);
}

base::Result<std::string> asked_counter(const TimelineAnswers& timeline,
                                        const Parameters& parameters) {
  timeline::CounterRequest request;
  TRY_ASSIGN(request.window, window_in(parameters));
  TRY_ASSIGN(request.lines, lines_in(timeline, parameters));
  const std::optional<std::uint32_t> counter = number<std::uint32_t>(parameters, "counter");
  const std::optional<std::uint32_t> columns = number<std::uint32_t>(parameters, "columns");
  if (!counter || *counter >= timeline.counters().size()) return no_number("counter");
  if (!columns || *columns == 0 || *columns > kMostCurveColumns) return no_number("columns");
  request.counter = *counter;
  request.columns = *columns;
  return timeline.counter(request);
}

base::Result<std::string> asked_waits(const TimelineAnswers& timeline,
                                      const Parameters& parameters) {
  const std::optional<std::uint32_t> most = number<std::uint32_t>(parameters, "most");
  if (!most || *most == 0 || *most > kMostWaits) return no_number("most");
  std::vector<std::uint16_t> states;
  const auto list = parameters.find("states");
  if (list == parameters.end()) return no_number("states");
  for (const std::string_view each : base::split(list->second, ',')) {
    const std::optional<std::uint16_t> state = base::number_in<std::uint16_t>(each);
    if (!state || !timeline.is_wait(*state)) return no_number("states");
    states.push_back(*state);
  }
  return timeline.waits(states, *most);
}

}  // namespace tarry::explorer

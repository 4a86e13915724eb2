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

Error no_number(const char* name) {
  return Error{ErrorCode::Usage, "not a number that can be", name, ""};
}

template <class Number>
std::optional<Number> number(const Parameters& parameters, const char* name) {
  const auto found = parameters.find(name);
  return found == parameters.end() ? std::nullopt : base::number_in<Number>(found->second);
}

base::Result<timeline::Window> window_in(const Parameters& parameters) {
  const std::optional<double> from = number<double>(parameters, "from");
  const std::optional<double> to = number<double>(parameters, "to");
  if (!from || !std::isfinite(*from)) return no_number("from");
  if (!to || !std::isfinite(*to)) return no_number("to");
  if (!(*from < *to)) return Error{ErrorCode::Usage, "the window ends before it begins", "", ""};
  return timeline::Window{*from, *to};
}

}  // namespace

base::Result<std::string> asked_picture(const TimelineAnswers& timeline,
                                        const Parameters& parameters) {
  TRY_ASSIGN(const timeline::Window window, window_in(parameters));
  const std::optional<std::uint32_t> columns = number<std::uint32_t>(parameters, "columns");
  const std::optional<std::uint32_t> rows = number<std::uint32_t>(parameters, "rows");
  if (!columns || *columns == 0 || *columns > kMostColumns) return no_number("columns");
  if (!rows || *rows == 0 || std::uint64_t{*rows} * *columns > kMostCells) return no_number("rows");
  return timeline.picture(window, *columns, *rows);
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
  const auto lines = parameters.find("lines");
  if (lines == parameters.end()) return timeline.details(request);
  for (const std::string_view each : base::split(lines->second, ',')) {
    const std::optional<std::uint32_t> line = base::number_in<std::uint32_t>(each);
    if (!line || *line >= timeline.lines()) return no_number("lines");
    request.lines.push_back(*line);
  }
  return timeline.details(request);
}

}  // namespace tarry::explorer

// SPDX-License-Identifier: BSD-3-Clause
#include "filter/windows.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/parse_number.h"
#include "base/split.h"

namespace tarry::filter {
namespace {

using std::chrono::nanoseconds;

constexpr model::Rank kLastRank{model::Rank::kNone - 1};

std::optional<model::Rank> rank_from_text(std::string_view text) {
  const auto value = base::number_in<std::uint32_t>(text);
  if (!value || *value > kLastRank.value) return std::nullopt;
  return model::Rank{*value};
}

// Returns the unit in nanoseconds; 0 if it is unknown.
double unit_from_text(std::string_view text) {
  if (text == "us") return 1e3;
  if (text == "ms") return 1e6;
  if (text == "s" || text.empty()) return 1e9;
  if (text == "m") return 60e9;
  if (text == "h") return 3600e9;
  return 0;
}

std::optional<RankRange> rank_range_from_text(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = rank_from_text(text.substr(0, dash));
  if (!first) return std::nullopt;
  if (dash == std::string_view::npos) return RankRange{*first, *first};
  const std::string_view behind = text.substr(dash + 1);
  const auto last = behind.empty() ? kLastRank : rank_from_text(behind);
  if (!last || *last < *first) return std::nullopt;
  return RankRange{*first, *last};
}

std::optional<TimeWindow> window_from_text(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos || text.size() == 1) return std::nullopt;
  const auto begin = dash == 0 ? nanoseconds(0) : time_from_text(text.substr(0, dash));
  const std::string_view behind = text.substr(dash + 1);
  const auto end = behind.empty() ? TimeWindow::kNoEnd : time_from_text(behind);
  if (!begin || !end || *end <= *begin) return std::nullopt;
  return TimeWindow{*begin, *end};
}

template <class T>
std::optional<std::vector<T>> list_from_text(std::string_view text,
                                             std::optional<T> (*part)(std::string_view)) {
  std::vector<T> out;
  for (const std::string_view each : base::split(text, ',')) {
    const std::optional<T> made = part(each);
    if (!made) return std::nullopt;
    out.push_back(*made);
  }
  return out;
}

}  // namespace

std::optional<nanoseconds> time_from_text(std::string_view text) {
  constexpr double kMost = 1e18;  // thirty years
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (read.ec != std::errc{}) return std::nullopt;
  const double unit = unit_from_text({read.ptr, static_cast<std::size_t>(end - read.ptr)});
  if (!(unit > 0 && value >= 0 && value * unit <= kMost)) return std::nullopt;
  return nanoseconds(std::llround(value * unit));
}

std::optional<std::vector<RankRange>> ranks_from_text(std::string_view text) {
  return list_from_text(text, rank_range_from_text);
}

std::optional<std::vector<TimeWindow>> times_from_text(std::string_view text) {
  return list_from_text(text, window_from_text);
}

void put_in_order(std::vector<RankRange>& ranks) {
  std::sort(ranks.begin(), ranks.end(),
            [](const RankRange& a, const RankRange& b) { return a.first < b.first; });
  std::vector<RankRange> out;
  for (const RankRange& range : ranks)
    if (!out.empty() && range.first.value <= out.back().last.value + 1)
      out.back().last = std::max(out.back().last, range.last);
    else
      out.push_back(range);
  ranks = std::move(out);
}

void put_in_order(std::vector<TimeWindow>& times) {
  std::sort(times.begin(), times.end(),
            [](const TimeWindow& a, const TimeWindow& b) { return a.begin < b.begin; });
  std::vector<TimeWindow> out;
  for (const TimeWindow& window : times)
    if (!out.empty() && window.begin <= out.back().end)
      out.back().end = std::max(out.back().end, window.end);
    else
      out.push_back(window);
  times = std::move(out);
}

}  // namespace tarry::filter

// SPDX-License-Identifier: BSD-3-Clause
#include "report/bars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace tarry::report {
namespace {

using Levels = std::array<std::string_view, 9>;

constexpr Levels kHeights{"·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr Levels kAsciiHeights{".", "_", ":", "-", "=", "+", "*", "#", "@"};
constexpr Levels kLengths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
constexpr std::size_t kFull = kHeights.size() - 1;

// Returns the level of a part of the whole; only zero has level 0, and only the whole the highest
// one, except for what rounding makes of it.
std::size_t level(double part) {
  if (!(part > 0.0)) return 0;
  const auto rounded = static_cast<std::size_t>(std::lround(part * static_cast<double>(kFull)));
  return std::clamp<std::size_t>(rounded, 1, kFull);
}

}  // namespace

std::size_t values_per_cell(std::size_t values, std::size_t cells) {
  return cells == 0 ? std::max<std::size_t>(1, values)
                    : std::max<std::size_t>(1, (values + cells - 1) / cells);
}

std::string distribution_bar(std::span<const double> values, std::size_t per_cell, bool unicode) {
  const Levels& levels = unicode ? kHeights : kAsciiHeights;
  double most = 0.0;
  for (const double value : values) most = std::max(most, value);
  std::string out;
  for (std::size_t i = 0; i < values.size(); i += per_cell) {
    const auto cell = values.subspan(i, std::min(per_cell, values.size() - i));
    const double largest = *std::max_element(cell.begin(), cell.end());
    out += levels[most > 0.0 ? level(largest / most) : 0];
  }
  return out;
}

std::string length_bar(double part, std::size_t cells, bool unicode) {
  part = std::clamp(part, 0.0, 1.0);
  const double filled = part * static_cast<double>(cells);
  auto whole = static_cast<std::size_t>(filled);
  std::size_t rest = std::lround((filled - static_cast<double>(whole)) * kFull);
  if (rest == kFull) {
    ++whole;
    rest = 0;
  }
  if (part > 0.0 && whole == 0 && rest == 0) rest = 1;
  std::string out;
  for (std::size_t i = 0; i < whole; ++i) out += unicode ? kLengths.back() : "#";
  std::size_t used = whole;
  if (rest > 0 && (unicode || rest >= kFull / 2 || whole == 0)) {
    out += unicode ? kLengths[rest] : "-";
    ++used;
  }
  return out + std::string(cells - used, ' ');
}

}  // namespace tarry::report

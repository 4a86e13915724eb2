// SPDX-License-Identifier: BSD-3-Clause
#include "report/quantity.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/bytes_text.h"

namespace tarry::report {
namespace {

struct Scale {
  double size;
  const char* name;
};

constexpr double kLeastSeconds = 5e-13;  // what is less comes from adding up binary fractions
constexpr std::array kSeconds{Scale{1.0, " s"}, Scale{1e-3, " ms"}, Scale{1e-6, " us"},
                              Scale{1e-9, " ns"}};
constexpr std::array kCounts{Scale{1e12, " T"}, Scale{1e9, " G"}, Scale{1e6, " M"}, Scale{1.0, ""}};

// Rounds to four significant digits.
double as_shown(double magnitude) {
  const double unit = std::pow(10.0, std::floor(std::log10(magnitude)) - 3);
  return std::round(magnitude / unit) * unit;
}

// Returns the number of decimals for four significant digits.
int decimals(double scaled) {
  if (scaled >= 1000) return 0;
  if (scaled >= 100) return 1;
  return scaled >= 10 ? 2 : 3;
}

// Returns the largest scale that leaves at least 1, otherwise the smallest scale.
Scale fitting(double magnitude, std::span<const Scale> scales) {
  for (const Scale& scale : scales)
    if (magnitude >= scale.size) return scale;
  return scales.back();
}

}  // namespace

std::string quantity(double value, model::Unit unit) {
  if (unit == model::Unit::Bytes) return base::bytes_text(value);
  const double magnitude = std::abs(value);
  const bool is_rounding = unit == model::Unit::Seconds && magnitude < kLeastSeconds;
  if (magnitude == 0.0 || is_rounding) return unit == model::Unit::Seconds ? "0 s" : "0";
  std::span<const Scale> scales = kSeconds;
  if (unit == model::Unit::Occurrences) scales = kCounts;
  // 0.001 is no power of two, so rounding may fall short.
  const double shown = as_shown(magnitude) * (1 + 1e-12);
  const Scale scale = fitting(shown, scales);
  const bool whole =
      scale.size == 1.0 && unit != model::Unit::Seconds && value == std::floor(value);
  return fmt::format("{:.{}f}{}", value / scale.size, whole ? 0 : decimals(shown / scale.size),
                     scale.name);
}

std::string percent(double part, double whole) {
  if (whole == 0.0 || part == 0.0) return "0.0 %";
  const double share = 100.0 * part / whole;
  if (std::abs(share) < 0.05) return share < 0.0 ? ">-0.1 %" : "<0.1 %";
  return fmt::format("{:.1f} %", share);
}

}  // namespace tarry::report

// SPDX-License-Identifier: BSD-3-Clause
#include "base/bytes_text.h"

#include <cmath>
#include <cstdio>

namespace tarry::base {
namespace {

constexpr std::array kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
constexpr double kFactor = 1024;

// Returns the number of decimals with which the shown, rounded number has four significant digits.
int decimals(double magnitude) {
  if (magnitude >= 999.95) return 0;
  if (magnitude >= 99.995) return 1;
  return magnitude >= 9.9995 ? 2 : 3;
}

}  // namespace

ShownBytes shown_bytes(double bytes) noexcept {
  ShownBytes out{'0'};
  if (bytes == 0) return out;
  double scaled = bytes;
  std::size_t unit = 0;
  while (std::round(std::abs(scaled)) >= kFactor && unit + 1 < kUnits.size()) {
    scaled /= kFactor;
    ++unit;
  }
  const bool whole = unit == 0 && scaled == std::floor(scaled);
  std::snprintf(out.data(), out.size(), "%.*f %s", whole ? 0 : decimals(std::abs(scaled)), scaled,
                kUnits[unit]);
  return out;
}

std::string bytes_text(double bytes) { return shown_bytes(bytes).data(); }
std::string bytes_text(std::uint64_t bytes) { return bytes_text(static_cast<double>(bytes)); }

}  // namespace tarry::base

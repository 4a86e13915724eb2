// SPDX-License-Identifier: BSD-3-Clause
// Which ranks share a histogram of times: those whose mean computation falls into the same level.
// A coarse level is a bin of TimeHistogram, numbered like it. It has 32 fine levels, about a
// hundredth of the time apart, for ranks of which some are slower than others
// (docs/decisions/064-times-by-rank.md).
#pragma once

#include <cstdint>

#include "compressed/model/time_histogram.h"

namespace tarry::compressed {

inline constexpr std::uint32_t kFineLevels = 32;       // in a coarse one
inline constexpr std::uint32_t kFirstFineLevel = 256;  // coarse levels have lower numbers

inline std::uint32_t coarse_level(std::uint64_t mean_ns) { return TimeHistogram::bin_of(mean_ns); }

// Returns the number of the fine level of a mean. Numbers rise with the means.
inline std::uint32_t fine_level(std::uint64_t mean_ns) {
  const std::uint32_t bin = TimeHistogram::bin_of(mean_ns);
  const std::uint64_t low = TimeHistogram::lowest_of(bin);
  // A bin whose power of two begins it is half as wide as that, and so is the other one.
  const std::uint64_t step_ns = bin == 0 ? 0 : TimeHistogram::lowest_of((bin - 1) / 2 * 2 + 1) / 2;
  const std::uint64_t step =
      step_ns == 0 ? 0
                   : static_cast<std::uint64_t>(static_cast<double>(mean_ns - low) /
                                                static_cast<double>(step_ns) * kFineLevels);
  const auto within = static_cast<std::uint32_t>(step < kFineLevels ? step : kFineLevels - 1);
  return kFirstFineLevel + bin * kFineLevels + within;
}

inline bool is_fine(std::uint32_t level) { return level >= kFirstFineLevel; }

// Returns the coarse level that a level is or belongs to.
inline std::uint32_t coarse_of(std::uint32_t level) {
  return is_fine(level) ? (level - kFirstFineLevel) / kFineLevels : level;
}

}  // namespace tarry::compressed

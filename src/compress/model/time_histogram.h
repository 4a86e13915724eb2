// SPDX-License-Identifier: BSD-3-Clause
// How long something took, in nanoseconds: count, sum, smallest, largest and fixed bins, two for
// each power of two. Bins are the same everywhere, so that merging is exact and in any order.
//
// Source: spec compressed-tracing 1.5 (T-06).
#pragma once

#include <array>
#include <cstdint>
#include <map>

namespace tarry::compress {

class TimeHistogram {
 public:
  // Bin 0 holds 0; bin 1 + 2 k from 2^k, bin 2 + 2 k from 1.5 * 2^k.
  static std::uint32_t bin_of(std::uint64_t nanoseconds);
  static std::uint64_t lowest_of(std::uint32_t bin);

  void add(std::uint64_t nanoseconds);
  void add(const TimeHistogram& other);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t sum() const { return sum_; }
  [[nodiscard]] std::uint64_t smallest() const { return smallest_; }  // 0 if there are none
  [[nodiscard]] std::uint64_t largest() const { return largest_; }
  [[nodiscard]] const std::map<std::uint32_t, std::uint64_t>& bins() const { return bins_; }
  [[nodiscard]] double mean() const;

  // For readers. Whether count is that of the bins is for the caller to check.
  static TimeHistogram of(std::uint64_t sum, std::uint64_t smallest, std::uint64_t largest,
                          std::map<std::uint32_t, std::uint64_t> bins);
  friend bool operator==(const TimeHistogram&, const TimeHistogram&) = default;

 private:
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t smallest_ = 0;
  std::uint64_t largest_ = 0;
  std::map<std::uint32_t, std::uint64_t> bins_;
};

}  // namespace tarry::compress

// SPDX-License-Identifier: BSD-3-Clause
// How long something took, in nanoseconds: count, sum, smallest, largest and fixed bins, two for
// each power of two. Bins are the same everywhere, so that merging is exact and in any order.
//
// Source: spec compressed-tracing 1.5 (T-06).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tarry::compress {

class TimeHistogram {
 public:
  struct Bin {
    std::uint32_t bin = 0;
    std::uint64_t count = 0;
    friend bool operator==(const Bin&, const Bin&) = default;
  };
  // Bin 0 holds 0; bin 1 + 2 k from 2^k, bin 2 + 2 k from 1.5 * 2^k.
  static std::uint32_t bin_of(std::uint64_t nanoseconds);
  static std::uint64_t lowest_of(std::uint32_t bin);

  void add(std::uint64_t nanoseconds);
  void add(const TimeHistogram& other);
  // Empties it; the memory is kept.
  void clear();

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t sum() const { return sum_; }
  [[nodiscard]] std::uint64_t smallest() const { return smallest_; }  // 0 if there are none
  [[nodiscard]] std::uint64_t largest() const { return largest_; }
  // Those with something in them, by rising bin.
  [[nodiscard]] const std::vector<Bin>& bins() const { return bins_; }
  [[nodiscard]] double mean() const;

  // For readers; `bins` by rising bin.
  static TimeHistogram of(std::uint64_t sum, std::uint64_t smallest, std::uint64_t largest,
                          std::vector<Bin> bins);
  friend bool operator==(const TimeHistogram& a, const TimeHistogram& b) {
    return a.sum_ == b.sum_ && a.smallest_ == b.smallest_ && a.largest_ == b.largest_ &&
           a.bins_ == b.bins_;
  }

 private:
  void count(std::uint32_t bin, std::uint64_t times);

  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t smallest_ = 0;
  std::uint64_t largest_ = 0;
  std::vector<Bin> bins_;
  std::size_t latest_ = 0;  // where the last one was counted: the next one often belongs there
};

}  // namespace tarry::compress

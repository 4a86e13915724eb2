// SPDX-License-Identifier: BSD-3-Clause
// How long something took, in nanoseconds: count, sum, smallest, largest and at most eight bins.
// The finest bins are two for each power of two. Over a wide range, neighbours become one bin, as
// many as it takes: that depends on smallest and largest alone, so that merging is exact and in any
// order.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 2.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tarry::compressed {

// The bins of a histogram by its range. A bin is named by the first finest one that is part of it.
class TimeBins {
 public:
  static constexpr std::uint32_t kMost = 8;

  TimeBins() = default;  // the finest
  TimeBins(std::uint64_t smallest, std::uint64_t largest);

  // The one that the finest bin `finest` belongs to.
  [[nodiscard]] std::uint32_t of(std::uint32_t finest) const {
    const std::uint32_t first = (finest + 1) >> shift_ << shift_;
    return first == 0 ? 0 : first - 1;
  }
  [[nodiscard]] std::uint32_t behind(std::uint32_t bin) const {
    return bin == 0 && shift_ > 0 ? (1u << shift_) - 1 : bin + (1u << shift_);
  }
  friend bool operator==(const TimeBins&, const TimeBins&) = default;

 private:
  std::uint32_t shift_ = 0;  // 2^shift_ finest ones are one
};

class TimeHistogram {
 public:
  struct Bin {
    std::uint32_t bin = 0;  // TimeBins
    std::uint64_t count = 0;
    friend bool operator==(const Bin&, const Bin&) = default;
  };
  // The finest bins: 0 holds 0; 1 + 2 k from 2^k, 2 + 2 k from 1.5 * 2^k.
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

  // The lowest value that belongs into the next bin.
  [[nodiscard]] std::uint64_t end_of(const Bin& bin) const {
    return lowest_of(layout_.behind(bin.bin));
  }

  // For readers; `bins` by rising bin.
  static TimeHistogram of(std::uint64_t sum, std::uint64_t smallest, std::uint64_t largest,
                          const std::vector<Bin>& bins);
  friend bool operator==(const TimeHistogram& a, const TimeHistogram& b) {
    return a.sum_ == b.sum_ && a.smallest_ == b.smallest_ && a.largest_ == b.largest_ &&
           a.bins_ == b.bins_;
  }

 private:
  void widen(std::uint64_t smallest, std::uint64_t largest);
  void count(std::uint32_t finest, std::uint64_t times);

  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t smallest_ = 0;
  std::uint64_t largest_ = 0;
  TimeBins layout_;
  std::vector<Bin> bins_;
  std::size_t latest_ = 0;  // where the last one was counted: the next one often belongs there
};

}  // namespace tarry::compressed

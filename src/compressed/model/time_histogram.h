// SPDX-License-Identifier: BSD-3-Clause
// How long something took, in nanoseconds: count, sum, smallest, largest and at most eight bins.
// There are two finest bins for each power of two. If the range is wide, as many neighbors as
// necessary form one bin. How many depends on the smallest and the largest value alone, so merging
// is exact in any order.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 2.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tarry::compressed {

// The bins of a histogram by its range. A bin is named after its first finest bin.
class TimeBins {
 public:
  static constexpr std::uint32_t kMost = 8;

  TimeBins() = default;  // the finest
  TimeBins(std::uint64_t smallest, std::uint64_t largest);

  // Returns the bin that the finest bin `finest` belongs to.
  [[nodiscard]] std::uint32_t of(std::uint32_t finest) const {
    const std::uint32_t first = (finest + 1) >> shift_ << shift_;
    return first == 0 ? 0 : first - 1;
  }
  [[nodiscard]] std::uint32_t behind(std::uint32_t bin) const {
    return bin == 0 && shift_ > 0 ? (1u << shift_) - 1 : bin + (1u << shift_);
  }
  friend bool operator==(const TimeBins&, const TimeBins&) = default;

 private:
  std::uint32_t shift_ = 0;  // 2^shift_ finest bins form one
};

class TimeHistogram {
 public:
  struct Bin {
    std::uint32_t bin = 0;  // its name, see TimeBins
    std::uint64_t count = 0;
    friend bool operator==(const Bin&, const Bin&) = default;
  };
  // Returns the finest bin: 0 holds 0; 1 + 2 k begins at 2^k, 2 + 2 k at 1.5 * 2^k.
  static std::uint32_t bin_of(std::uint64_t nanoseconds);
  static std::uint64_t lowest_of(std::uint32_t bin);

  void add(std::uint64_t nanoseconds);
  void add(const TimeHistogram& other);
  // Empties it; the memory is kept.
  void clear();

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t sum() const { return sum_; }
  [[nodiscard]] std::uint64_t smallest() const { return smallest_; }  // 0 if there are no values
  [[nodiscard]] std::uint64_t largest() const { return largest_; }
  // Returns the bins that hold values, ascending.
  [[nodiscard]] const std::vector<Bin>& bins() const { return bins_; }
  [[nodiscard]] double mean() const;
  // Returns the variance that the values would have if they were spread evenly between the smallest
  // and the largest one.
  [[nodiscard]] double variance_if_even() const;

  // Returns the lowest value that belongs to the next bin.
  [[nodiscard]] std::uint64_t end_of(const Bin& bin) const {
    return lowest_of(layout_.behind(bin.bin));
  }

  // Used by readers; `bins` must be ascending.
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
  // Index of the bin that counted the last value: the next one often belongs there too.
  std::size_t latest_ = 0;
};

}  // namespace tarry::compressed

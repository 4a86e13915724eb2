// SPDX-License-Identifier: BSD-3-Clause
// Numbers to which the same is added over whole ranges: adding and reading take a time that does
// not grow with the range, and what was never added to stays exactly zero.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <vector>

namespace tarry::analysis {

class RangeSums {
 public:
  explicit RangeSums(std::size_t size) {
    do {
      levels_.emplace_back(size, 0.0);
      size = (size + kFan - 1) / kFan;
    } while (size > 1);
  }

  // Adds `value` to all in [begin, end).
  void add(std::size_t begin, std::size_t end, double value) {
    for (std::size_t level = 0; begin < end; ++level) {
      std::pmr::vector<double>& sums = levels_[level];
      const bool is_top = level + 1 == levels_.size();
      for (; begin < end && (is_top || begin % kFan != 0); ++begin) sums[begin] += value;
      for (; begin < end && end % kFan != 0; --end) sums[end - 1] += value;
      begin /= kFan;
      end /= kFan;
    }
  }

  [[nodiscard]] double get(std::size_t index) const {
    double sum = 0;
    for (const std::pmr::vector<double>& sums : levels_) {
      sum += sums[index];
      index /= kFan;
    }
    return sum;
  }

  void clear() {
    for (std::pmr::vector<double>& sums : levels_) sums.assign(sums.size(), 0.0);
  }

 private:
  static constexpr std::size_t kFan = 16;

  std::vector<std::pmr::vector<double>> levels_;  // of single ones, of kFan each, ...
};

}  // namespace tarry::analysis

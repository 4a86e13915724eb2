// SPDX-License-Identifier: BSD-3-Clause
// Groups of N numbers, with an operation that adds the same values to a whole range. The time to
// add and to read does not grow with the range, and a number that nothing was added to stays
// exactly zero.
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <vector>

namespace tarry::analysis {

template <std::size_t N>
class RangeSums {
 public:
  using Values = std::array<double, N>;

  explicit RangeSums(std::size_t size) {
    do {
      levels_.emplace_back(size);
      size = (size + kFan - 1) / kFan;
    } while (size > 1);
  }

  // Adds `values` to all numbers in [begin, end).
  void add(std::size_t begin, std::size_t end, const Values& values) {
    for (std::size_t level = 0; begin < end; ++level) {
      std::pmr::vector<Values>& sums = levels_[level];
      const bool is_top = level + 1 == levels_.size();
      for (; begin < end && (is_top || begin % kFan != 0); ++begin) add(sums[begin], values);
      for (; begin < end && end % kFan != 0; --end) add(sums[end - 1], values);
      begin /= kFan;
      end /= kFan;
    }
  }

  [[nodiscard]] Values get(std::size_t index) const {
    Values sum{};
    for (const std::pmr::vector<Values>& sums : levels_) {
      add(sum, sums[index]);
      index /= kFan;
    }
    return sum;
  }

  void clear() {
    for (std::pmr::vector<Values>& sums : levels_) sums.assign(sums.size(), Values{});
  }

 private:
  static constexpr std::size_t kFan = 16;

  static void add(Values& to, const Values& values) {
    for (std::size_t i = 0; i < N; ++i) to[i] += values[i];
  }

  std::vector<std::pmr::vector<Values>> levels_;  // one sum per number, then per kFan numbers, ...
};

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// The extents of a grid of ranks, and products of them: what numbers of a trace are fitted over.
// Ranks are numbered row by row; the first extent belongs to the fastest dimension.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "compressed/fit/rational.h"

namespace tarry::compressed {

struct Extents {
  std::array<std::uint32_t, 3> size{1, 1, 1};  // those behind `dimensions` are 1
  unsigned dimensions = 1;                     // 1 to 3

  [[nodiscard]] std::uint64_t ranks() const { return std::uint64_t{size[0]} * size[1] * size[2]; }
  friend bool operator==(const Extents&, const Extents&) = default;
};

// A quantity of one run: what it was on a grid.
struct Observation {
  Extents extents;
  std::int64_t value = 0;
};

// A product of different extents as a set: bit i stands for extent i. No bit stands for 1.
struct ExtentProduct {
  std::uint8_t bits = 0;

  // Returns the product of the first `dimensions` extents, which is the number of ranks.
  static constexpr ExtentProduct of_first(unsigned dimensions) {
    return {static_cast<std::uint8_t>((1u << dimensions) - 1)};
  }
  [[nodiscard]] Wide at(const Extents& extents) const;
  // Returns the number of factors.
  [[nodiscard]] unsigned degree() const;
  // Returns whether it is 1, S_1, S_1 S_2 or S_1 S_2 S_3: the distance of neighbors in a dimension.
  [[nodiscard]] bool is_stride() const { return (bits & (bits + 1)) == 0; }
  // Returns for example "x*z", and "1" if there are no factors.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const ExtentProduct&, const ExtentProduct&) = default;
};

}  // namespace tarry::compressed

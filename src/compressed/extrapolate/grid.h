// SPDX-License-Identifier: BSD-3-Clause
// Ranks in a grid: rank = x + S_1 * (y + S_2 * z), so the first dimension is the fastest one. The
// place of a rank says how near it is to the borders, and the ranks of one place form a box.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.2.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compressed/fit/extents.h"
#include "compressed/model/rank_set.h"

namespace tarry::compressed {

inline constexpr std::size_t kMostDimensions = 3;

// Returns extents of one to three dimensions.
Extents extents_of(const std::vector<std::uint32_t>& sizes);
// Returns "4x5".
std::string extents_text(const Extents& extents);
// Returns all extents of a number of dimensions whose product is `ranks` and that are at least 2,
// in one dimension at least 1; the most balanced first.
std::vector<Extents> factorizations(std::uint32_t ranks, unsigned dimensions);

// Number of coordinates at the borders of one dimension that are places of their own. All others
// are the place in the middle.
struct Margins {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  friend bool operator==(const Margins&, const Margins&) = default;
};

// The places of all dimensions. A place of a dimension is a number: 0 .. low - 1 are the lowest
// coordinates, low is the middle, and low + 1 .. low + high are the highest coordinates, the border
// itself last.
struct Places {
  std::vector<Margins> margins;  // by dimension

  [[nodiscard]] unsigned dimensions() const { return static_cast<unsigned>(margins.size()); }
  // Returns the number of combinations of places; each is a class of ranks.
  [[nodiscard]] std::uint32_t classes() const;
  // Returns the place of a class in a dimension.
  [[nodiscard]] std::uint32_t place(std::uint32_t of_class, std::size_t dimension) const;
  // Returns a name such as "x low, y middle".
  [[nodiscard]] std::string name(std::uint32_t of_class) const;
  friend bool operator==(const Places&, const Places&) = default;
};

// Thread: any.
class Grid {
 public:
  explicit Grid(const Extents& extents) : extents_(extents) {}

  using Coordinates = std::array<std::uint32_t, kMostDimensions>;
  [[nodiscard]] const Extents& extents() const { return extents_; }
  [[nodiscard]] Coordinates coordinates(std::uint32_t rank) const;

  // Converts between a rank and its offset from another: the differences of coordinates modulo the
  // extents, written as a rank.
  [[nodiscard]] std::uint32_t offset(std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] std::uint32_t moved(std::uint32_t from, std::uint32_t offset) const;

  [[nodiscard]] std::uint32_t class_of(const Places& places, std::uint32_t rank) const;
  // Returns the ranks of a class: one box, which is empty if the grid is too small for it.
  [[nodiscard]] RankSet members(const Places& places, std::uint32_t of_class) const;
  // Returns the number of the fiber of a rank along the dimensions of `mask` (bit i is dimension
  // i): its lowest member. The ranks of a row share their fiber along dimension 0.
  [[nodiscard]] std::uint32_t fiber(std::uint32_t rank, unsigned mask) const;

 private:
  [[nodiscard]] std::span<const std::uint32_t> sizes() const {
    return {extents_.size.data(), extents_.dimensions};
  }

  Extents extents_;
};

}  // namespace tarry::compressed

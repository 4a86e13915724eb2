// SPDX-License-Identifier: BSD-3-Clause
// How the computation of a rank follows from its place: the ranks of a class have parts that
// compute for different times, or a time that rises along one coordinate.
// docs/decisions/064-times-by-rank.md has the reasons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compressed/extrapolate/grid.h"

namespace tarry::compressed {

// One coordinate as a function of the extent.
struct Position {
  enum class From : std::uint8_t {
    Low,    // the n-th
    High,   // the n-th from the end
    Share,  // extent * n / of, rounded down
  };
  From from = From::Low;
  std::uint32_t n = 0;
  std::uint32_t of = 1;

  // Returns nothing if the extent is too small.
  [[nodiscard]] std::optional<std::uint32_t> at(std::uint32_t extent) const;
  // Returns "3", "x - 1" or "x*3/4" for the coordinate `name`, whose extent has the same name.
  [[nodiscard]] std::string text(const std::string& extent) const;
};

struct RankLaw {
  enum class Kind : std::uint8_t {
    Even,       // one part
    Linear,     // two parts: both ends of the axis, between which times change evenly
    Borders,    // the lowest coordinate, the highest and all others
    Remainder,  // coordinates with the same remainder
    Positions,  // each of some coordinates, and all others
  };
  // The axis behind the dimensions is the number of the rank.
  static constexpr unsigned kRank = kMostDimensions;

  Kind kind = Kind::Even;
  unsigned axis = 0;
  std::uint32_t divisor = 1;          // Remainder
  std::vector<Position> positions{};  // Positions

  [[nodiscard]] std::size_t parts() const;
  // Returns the part to whose time others have a relation. The mean of all ranks will not do where
  // the share of a part changes with the number of ranks; it is taken if there is no such part.
  [[nodiscard]] std::optional<std::size_t> reference() const;
  // Returns the part of a rank. Of a Linear law, it is the nearer end.
  [[nodiscard]] std::size_t part_of(const Grid& grid, std::uint32_t rank) const;
  // Returns where a rank lies on the axis, from 0 to 1.
  [[nodiscard]] double way_of(const Grid& grid, std::uint32_t rank) const;
  [[nodiscard]] double mean_way(const Grid& grid, const std::vector<std::uint32_t>& ranks) const;
  // Returns "linear in x" for messages; "even" if there is one part.
  [[nodiscard]] std::string text() const;
};

// Returns the coordinate of a rank on an axis, and the extent of an axis.
std::uint32_t coordinate_on(unsigned axis, const Grid& grid, std::uint32_t rank);
std::uint32_t extent_of_axis(unsigned axis, const Extents& extents);
// Returns the axes of grids: their dimensions, and the rank where it is none of them.
std::vector<unsigned> axes_of(unsigned dimensions);

}  // namespace tarry::compressed

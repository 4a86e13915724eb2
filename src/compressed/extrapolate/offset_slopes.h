// SPDX-License-Identifier: BSD-3-Clause
// How displacements in windows and offsets in files differ between the ranks of a class: each rank
// often has a block of its own, so they grow along the dimensions of the grid, or with the rank.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compressed/extrapolate/formula_trace.h"
#include "compressed/extrapolate/grid.h"
#include "compressed/extrapolate/rank_behavior.h"

namespace tarry::compressed {

// The difference from one coordinate to the next, by dimension, of one class in one trace. Nothing
// where all ranks of the class have one coordinate.
using ObservedSlopes = std::array<std::optional<std::int64_t>, kMostDimensions>;

// A class of ranks in the grid of a trace, and how all ranks behave. Both must outlive it.
struct ClassOffsets {
  const Grid& grid;
  RankSet members;
  const std::vector<RankBehavior>& behavior;  // by rank
};

// Returns the slopes at each site that has offsets, in the order of RankBehavior::offsets. The
// members must use their offsets in one pattern.
std::vector<ObservedSlopes> slopes_of(const ClassOffsets& of_class);
// Returns the first member, and one whose offsets do not follow from those of others.
std::optional<std::pair<std::uint32_t, std::uint32_t>> not_on_a_line(const ClassOffsets& of_class);

// The slopes of one class in one trace.
struct SlopesOnGrid {
  Extents extents;
  ObservedSlopes slopes;
};
// Returns formulas for the slopes of some traces; nothing if there are none.
std::optional<OffsetSlopes> fit_slopes(const std::vector<SlopesOnGrid>& observed);

// Returns what a rank adds to offsets; nothing if a formula has no value on the grid.
std::optional<std::int64_t> shift_at(const OffsetSlopes& slopes, const Grid& grid,
                                     std::uint32_t rank);

}  // namespace tarry::compressed

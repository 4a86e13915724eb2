// SPDX-License-Identifier: BSD-3-Clause
// Groups of lines that do nearly the same in a window. Two lines are compared in equal slices of
// the window: what differs of a slice is the part that the one spends in other states than the
// other, or the difference of their waiting, whichever is more. Of a line, the two longest states
// of a slice are known; whatever may be the same in the rest counts as the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "timeline/bin.h"

namespace tarry::timeline {

// So much of the window may differ between a line and the first one of its group, if there is room
// for so many groups.
inline constexpr std::uint32_t kAlikePercent = 5;

// What a line does in the slices of a window.
using LineSlices = std::vector<Bin>;

// Returns at most kMostSlices slices made of a line's columns; `same_state` has for each state the
// one that it is compared as.
LineSlices slices_of(std::span<const Bin> columns, std::span<const std::uint16_t> same_state);

// Returns how much of two lines differs, in 255ths of a slice; more than `most` once it is more.
std::uint32_t difference(const LineSlices& a, const LineSlices& b, std::uint32_t most);

struct AlikeLines {
  // By line. Groups come in the order of their first lines, which all of a group are like.
  std::vector<std::uint32_t> group;
  std::uint32_t groups = 0;
  std::uint32_t percent = kAlikePercent;  // of the window that may differ
};

// Groups lines. If there are more groups than `most`, twice as much of the window may differ, and
// so on. All lines have the same number of slices.
AlikeLines alike_lines(std::span<const LineSlices> lines, std::uint32_t most);

}  // namespace tarry::timeline

// SPDX-License-Identifier: BSD-3-Clause
// What the locations did in a window, in columns of equal width. A column is not an instant: the
// state that took most of its time stands for it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tarry::timeline {

inline constexpr std::uint16_t kNoState = 65535;

// How much work a picture is worth.
enum class PictureEffort : std::uint8_t {
  Full,   // as exact as it can be
  Quick,  // what the index says, and events only where few lie in the window
};

// Tables are row by row. The window is that of whole columns: it is as large as the one that was
// asked for, or larger, and may reach beyond the end of the trace.
struct Picture {
  struct Row {
    std::uint32_t first = 0;  // line
    std::uint32_t count = 0;  // lines that the row stands for

    friend bool operator==(const Row&, const Row&) = default;
  };
  double from_s = 0.0, to_s = 0.0;
  std::uint32_t columns = 0;
  bool is_coarse = false;  // a picture of full effort would have shorter columns
  std::vector<Row> rows;
  std::vector<std::uint16_t> state;   // a position in Overview::states, or kNoState
  std::vector<std::uint8_t> share;    // its part of the column, 255 is all
  std::vector<std::uint8_t> waiting;  // the part of the column that was waiting, 255 is all
  std::vector<std::uint16_t> wait;    // the wait state that took most of the waiting, or kNoState

  friend bool operator==(const Picture&, const Picture&) = default;
};

// Returns the picture as the explorer reads it (docs/formats/explorer-data.md).
std::string picture_bytes(const Picture& picture);

}  // namespace tarry::timeline

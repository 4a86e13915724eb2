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

// Which lines share a row.
enum class PictureRows : std::uint8_t {
  Neighbors,  // as many lines in each as it takes, in order
  Alike,      // those that do nearly the same in the window (alike_lines.h)
};

// Tables are row by row. The window is that of whole columns: it is as large as the one that was
// asked for, or larger, and may reach beyond the end of the trace.
struct Picture {
  struct Row {
    std::uint32_t first = 0;  // the first line that the row stands for
    std::uint32_t count = 0;  // lines that it stands for

    friend bool operator==(const Row&, const Row&) = default;
  };
  double from_s = 0.0, to_s = 0.0;
  std::uint32_t columns = 0;
  bool is_coarse = false;  // a picture of full effort would have shorter columns
  std::vector<Row> rows;
  // Of a picture whose rows are alike: the row of each line, and how much of the window may differ
  // between a line and the first one of its row. Else empty and 0.
  std::vector<std::uint32_t> row_of_line;
  std::uint32_t alike_percent = 0;
  std::vector<std::uint16_t> state;   // a position in Overview::states, or kNoState
  std::vector<std::uint8_t> share;    // its part of the column, 255 is all
  std::vector<std::uint8_t> waiting;  // the part of the column that was waiting, 255 is all
  std::vector<std::uint16_t> wait;    // the wait state that took most of the waiting, or kNoState

  friend bool operator==(const Picture&, const Picture&) = default;
};

// Returns the picture as the explorer reads it (docs/formats/explorer-data.md).
std::string picture_bytes(const Picture& picture);

}  // namespace tarry::timeline

// SPDX-License-Identifier: BSD-3-Clause
// Fits texts into the lines of a terminal. All texts are valid UTF-8 (one_line()); a width of 0
// stands for lines without an end, as in a pipe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tarry::report {

// How and where text is shown.
struct TextStyle {
  bool color = false;
  bool verbose = false;   // shows all causes, with details
  std::size_t width = 0;  // columns of a line; 0: no limit
  bool unicode = false;   // bars and ellipses of Unicode instead of ASCII
};

// Leaves out the middle of a call path that is longer than `width`: whole calls if it can, so that
// the first call and the last ones stay ("main/…/solve/MPI_Recv"), otherwise characters.
std::string elided_path(std::string_view path, std::size_t width, bool unicode);

// Breaks a text at its spaces. The first line begins with `first`, all others with as many spaces.
// A word that is longer than a line is elided like a path. Ends with a line break.
std::string wrapped(std::string_view text, std::string_view first, const TextStyle& style);

}  // namespace tarry::report

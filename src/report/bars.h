// SPDX-License-Identifier: BSD-3-Clause
// Small bars of characters: how a value is distributed over the ranks, and how large it is.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace tarry::report {

// Returns one character for each value, or for each group of `per_cell` neighbours, of which the
// largest counts. The height is relative to the largest of all values; '.' stands for what is zero.
// Values below zero count as zero. Examples: "·▃█▁", in ASCII ".-@_".
std::string distribution_bar(std::span<const double> values, std::size_t per_cell, bool unicode);

// Returns how many neighbours a character must stand for if there is room for `cells` characters.
std::size_t values_per_cell(std::size_t values, std::size_t cells);

// Returns a bar of `cells` columns of which the fraction `part` (0 to 1) is filled: "███▌    ", in
// ASCII "###-    ".
std::string length_bar(double part, std::size_t cells, bool unicode);

}  // namespace tarry::report

// SPDX-License-Identifier: BSD-3-Clause
// Lists of threads or iterations, which are short if they are regular: every fourth rank of a
// million takes three numbers. Sections may interleave: 0, 1, 4, 5, 8, 9, ... are two.
#pragma once

#include <cstdint>
#include <vector>

namespace tarry::diagnosis {

struct RegularSection {
  std::uint32_t first = 0;
  std::uint32_t stride = 1;
  std::uint32_t length = 1;  // number of members

  friend auto operator<=>(const RegularSection&, const RegularSection&) = default;
};

// Takes ascending numbers; returns sections by their first member. Thread: any.
std::vector<RegularSection> regular_sections(const std::vector<std::uint32_t>& members);

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace tarry::replay {

// Returns value * part / all, rounded down, or 0 if `all` is 0. `part` is at most `all`.
inline std::uint64_t proportion(std::uint64_t value, std::uint64_t part, std::uint64_t all) {
  __extension__ using Wide = unsigned __int128;
  return all == 0 ? 0 : static_cast<std::uint64_t>(Wide{value} * part / all);
}

}  // namespace tarry::replay

// SPDX-License-Identifier: BSD-3-Clause
// Programs whose ranks have roles by their place in a grid, with the calls of well-known kernels:
// what extrapolation must get right.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "compressed/synthetic/rank_calls.h"

namespace tarry::compressed::synthetic {

// A program by its name.
struct Entry {
  std::string_view name;
  void (*run)(Rank& rank, std::uint32_t steps);
};

std::span<const Entry> grid_programs();

}  // namespace tarry::compressed::synthetic

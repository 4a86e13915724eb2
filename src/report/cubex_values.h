// SPDX-License-Identifier: BSD-3-Clause
// Numbers as they lie in the binary members of a .cubex.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/ids.h"
#include "report/cubex_anchor.h"

namespace tarry::report {

// Reads a number; `swap`: it was written on a machine of the other byte order.
std::uint32_t load_u32(const char* bytes, bool swap);
std::uint64_t load_u64(const char* bytes, bool swap);

// Returns the values of a row by location of the cube. `bytes` has one value of the metric for each
// of `locations`, which gives the location of each column.
std::vector<double> load_row(std::string_view bytes, const StoredMetric& metric, bool swap,
                             const std::vector<model::LocationIndex>& locations);

}  // namespace tarry::report

// SPDX-License-Identifier: BSD-3-Clause
// The names of locations in a case.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tarry::trace::synthetic {

// One name of a label or of rank=: "0" or "0.1". Lists are like "0,1,2.1".
struct LocationName {
  std::uint32_t rank = 0;
  std::uint32_t thread = 0;
  friend auto operator<=>(const LocationName&, const LocationName&) = default;
};

// Returns the id that the location has in the trace.
std::uint64_t trace_id(const LocationName& name);

// Parses several names with commas between them; the result is empty if one of them is no name.
std::optional<std::vector<LocationName>> location_names(std::string_view text);

}  // namespace tarry::trace::synthetic

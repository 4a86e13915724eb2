// SPDX-License-Identifier: BSD-3-Clause
// How a case names its locations.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tarry::trace::synthetic {

// "0", "0.1" or "0,1,2.1" of a label or of rank=.
struct LocationName {
  std::uint32_t rank = 0;
  std::uint32_t thread = 0;
  friend auto operator<=>(const LocationName&, const LocationName&) = default;
};

// The id that the location has in the trace.
std::uint64_t trace_id(const LocationName& name);

// Several with commas between them; none if one of them is no such name.
std::optional<std::vector<LocationName>> location_names(std::string_view text);

// The parts between the separators; one more than there are separators.
std::vector<std::string> split(std::string_view text, char separator);

}  // namespace tarry::trace::synthetic

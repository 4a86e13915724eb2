// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/location_name.h"

#include <algorithm>

#include "base/parse_number.h"
#include "base/split.h"
#include "trace/synthetic/case_builder.h"

namespace tarry::trace::synthetic {

std::uint64_t trace_id(const LocationName& name) {
  return std::uint64_t{name.thread} << 32 | name.rank;
}

std::optional<std::vector<LocationName>> location_names(std::string_view text) {
  std::vector<LocationName> names;
  for (const std::string_view part : base::split(text, ',')) {
    const std::size_t point = std::min(part.find('.'), part.size());
    const auto rank = base::number_in<std::uint64_t>(part.substr(0, point));
    const auto thread = point == part.size()
                            ? std::optional<std::uint64_t>(0)
                            : base::number_in<std::uint64_t>(part.substr(point + 1));
    if (!rank || !thread) return std::nullopt;
    names.push_back({static_cast<std::uint32_t>(*rank), static_cast<std::uint32_t>(*thread)});
  }
  return names;
}

}  // namespace tarry::trace::synthetic

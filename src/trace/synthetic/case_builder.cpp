// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/case_builder.h"

#include "base/parse_number.h"
#include "trace/synthetic/mpi_region.h"

namespace tarry::trace::synthetic {

model::RegionId CaseBuilder::region(std::string_view name) {
  if (const auto found = regions.find(name); found != regions.end()) return found->second;
  auto& table = result.definitions.regions;
  const model::RegionId id{static_cast<std::uint32_t>(table.size())};
  table.push_back(region_by_name(name));
  regions.emplace(name, id);
  return id;
}

model::GroupId CaseBuilder::group(const std::vector<model::Rank>& members) {
  auto& table = result.definitions.groups;
  const auto [found, is_new] =
      groups.try_emplace(members, model::GroupId{static_cast<std::uint32_t>(table.size())});
  if (is_new) table.push_back(members);
  return found->second;
}

std::optional<Ticks> CaseBuilder::ticks(std::string_view text) const {
  const std::size_t point = text.find('.');
  const auto whole = base::number_in<std::uint64_t>(text.substr(0, point));
  if (!whole) return std::nullopt;
  std::uint64_t count = *whole * resolution;
  if (point != std::string_view::npos) {
    std::uint64_t unit = resolution;
    for (const char digit : text.substr(point + 1)) {
      if (digit < '0' || digit > '9' || unit % 10 != 0) return std::nullopt;
      unit /= 10;
      count += static_cast<std::uint64_t>(digit - '0') * unit;
    }
  }
  return Ticks{static_cast<std::int64_t>(count)};
}

}  // namespace tarry::trace::synthetic

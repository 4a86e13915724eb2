// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/offset_slopes.h"

#include <algorithm>

#include "compressed/extrapolate/fit_number.h"

namespace tarry::compressed {
namespace {

// Returns by how much ranks differ that are neighbors along a dimension.
std::uint32_t stride(const Extents& extents, unsigned dimension) {
  std::uint32_t out = 1;
  for (unsigned d = 0; d < dimension; ++d) out *= extents.size[d];
  return out;
}

// Returns the slope over the rank that has the same effect; nothing if there is none.
std::optional<std::int64_t> over_ranks(const SlopesOnGrid& observed) {
  std::optional<std::int64_t> found;
  for (unsigned d = 0; d < observed.extents.dimensions; ++d) {
    const std::optional<std::int64_t>& along = observed.slopes[d];
    if (!along) continue;
    const std::int64_t by = stride(observed.extents, d);
    if (*along % by != 0 || (found && *found != *along / by)) return std::nullopt;
    found = *along / by;
  }
  return found;
}

bool is_zero(const NumberFormula& formula) {
  return formula.kind == CurveKind::Form && formula.form.is_constant() &&
         formula.form.coefficients[0].integer() == 0;
}

bool has_slope(const SlopesOnGrid& observed) {
  return std::any_of(observed.slopes.begin(), observed.slopes.end(),
                     [](const auto& along) { return along.has_value(); });
}

// Returns slopes over the rank where these explain all traces: they are one number, not one for
// each dimension.
std::optional<OffsetSlopes> fit_by_rank(const std::vector<SlopesOnGrid>& observed) {
  std::vector<Observation> values;
  for (const SlopesOnGrid& each : observed) {
    if (!has_slope(each)) continue;
    const auto slope = over_ranks(each);
    if (!slope) return std::nullopt;
    values.push_back({each.extents, *slope});
  }
  auto formula = fit_number(values, NumberKind::Amount);
  if (!formula) return std::nullopt;
  OffsetSlopes out;
  out.kind = is_zero(*formula) ? OffsetSlopes::Kind::None : OffsetSlopes::Kind::ByRank;
  out.along[0] = std::move(*formula);
  return out;
}

}  // namespace

std::vector<ObservedSlopes> slopes_of(const ClassOffsets& of_class) {
  const std::uint32_t first = of_class.members.lowest();
  const std::vector<SiteOffsets>& sites = of_class.behavior[first].offsets;
  std::vector<ObservedSlopes> out(sites.size());
  const Extents& extents = of_class.grid.extents();
  for (unsigned d = 0; d < extents.dimensions; ++d) {
    const std::uint32_t next = first + stride(extents, d);
    const bool is_last = of_class.grid.coordinates(first)[d] + 1 == extents.size[d];
    if (is_last || !of_class.members.contains(next)) continue;
    for (std::size_t site = 0; site < sites.size(); ++site)
      out[site][d] = sites[site].are_known
                         ? of_class.behavior[next].offsets[site].first - sites[site].first
                         : 0;
  }
  return out;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> not_on_a_line(const ClassOffsets& of_class) {
  const std::vector<ObservedSlopes> slopes = slopes_of(of_class);
  if (slopes.empty()) return std::nullopt;
  const std::uint32_t first = of_class.members.lowest();
  const std::vector<SiteOffsets>& sites = of_class.behavior[first].offsets;
  const Grid::Coordinates from = of_class.grid.coordinates(first);
  for (const std::uint32_t rank : of_class.members.ranks()) {
    const Grid::Coordinates at = of_class.grid.coordinates(rank);
    for (std::size_t site = 0; site < sites.size(); ++site) {
      std::int64_t expected = sites[site].first;
      for (std::size_t d = 0; d < kMostDimensions; ++d)
        expected += slopes[site][d].value_or(0) * (std::int64_t{at[d]} - from[d]);
      if (of_class.behavior[rank].offsets[site].first != expected) return std::pair(first, rank);
    }
  }
  return std::nullopt;
}

std::optional<OffsetSlopes> fit_slopes(const std::vector<SlopesOnGrid>& observed) {
  if (auto found = fit_by_rank(observed)) return found;
  OffsetSlopes out;
  out.kind = OffsetSlopes::Kind::ByCoordinate;
  for (std::size_t d = 0; d < kMostDimensions; ++d) {
    std::vector<Observation> values;
    for (const SlopesOnGrid& each : observed)
      if (each.slopes[d]) values.push_back({each.extents, *each.slopes[d]});
    auto formula = fit_number(values, NumberKind::Amount);
    if (!formula) return std::nullopt;
    out.along[d] = std::move(*formula);
  }
  return out;
}

std::optional<std::int64_t> shift_at(const OffsetSlopes& slopes, const Grid& grid,
                                     std::uint32_t rank) {
  if (slopes.kind == OffsetSlopes::Kind::None) return 0;
  if (slopes.kind == OffsetSlopes::Kind::ByRank) {
    const auto slope = slopes.along[0].at(grid.extents());
    return slope ? std::optional(*slope * std::int64_t{rank}) : std::nullopt;
  }
  const Grid::Coordinates at = grid.coordinates(rank);
  std::int64_t out = 0;
  for (unsigned d = 0; d < grid.extents().dimensions; ++d) {
    const auto slope = slopes.along[d].at(grid.extents());
    if (!slope) return std::nullopt;
    out += *slope * std::int64_t{at[d]};
  }
  return out;
}

}  // namespace tarry::compressed

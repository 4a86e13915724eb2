// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/rank_law.h"

namespace tarry::compressed {
namespace {

std::string axis_name(unsigned axis) {
  return axis == RankLaw::kRank ? "rank" : std::string(1, "xyz"[axis]);
}

}  // namespace

std::optional<std::uint32_t> Position::at(std::uint32_t extent) const {
  if (from == From::Share) return static_cast<std::uint32_t>(std::uint64_t{extent} * n / of);
  if (n >= extent) return std::nullopt;
  return from == From::Low ? n : extent - 1 - n;
}

std::string Position::text(const std::string& extent) const {
  if (from == From::Low) return std::to_string(n);
  if (from == From::High) return extent + " - " + std::to_string(n + 1);
  return extent + "*" + std::to_string(n) + "/" + std::to_string(of);
}

std::uint32_t coordinate_on(unsigned axis, const Grid& grid, std::uint32_t rank) {
  return axis == RankLaw::kRank ? rank : grid.coordinates(rank)[axis];
}

std::uint32_t extent_of_axis(unsigned axis, const Extents& extents) {
  return axis == RankLaw::kRank ? static_cast<std::uint32_t>(extents.ranks()) : extents.size[axis];
}

std::vector<unsigned> axes_of(unsigned dimensions) {
  std::vector<unsigned> out;
  for (unsigned axis = 0; axis < dimensions; ++axis) out.push_back(axis);
  if (dimensions > 1) out.push_back(RankLaw::kRank);
  return out;
}

std::size_t RankLaw::parts() const {
  switch (kind) {
    case Kind::Linear:
      return 2;
    case Kind::Borders:
      return 3;
    case Kind::Remainder:
      return divisor;
    case Kind::Positions:
      return positions.size() + 1;
    default:
      return 1;
  }
}

std::optional<std::size_t> RankLaw::reference() const {
  if (kind == Kind::Linear || kind == Kind::Even) return std::nullopt;
  return kind == Kind::Remainder ? 0 : parts() - 1;
}

std::size_t RankLaw::part_of(const Grid& grid, std::uint32_t rank) const {
  const std::uint32_t at = coordinate_on(axis, grid, rank);
  const std::uint32_t extent = extent_of_axis(axis, grid.extents());
  switch (kind) {
    case Kind::Linear:
      return way_of(grid, rank) < 0.5 ? 0 : 1;
    case Kind::Borders:
      return at == 0 ? 0 : at + 1 == extent ? 1 : 2;
    case Kind::Remainder:
      return at % divisor;
    case Kind::Positions:
      for (std::size_t i = 0; i < positions.size(); ++i)
        if (positions[i].at(extent) == at) return i;
      return positions.size();
    default:
      return 0;
  }
}

double RankLaw::way_of(const Grid& grid, std::uint32_t rank) const {
  const std::uint32_t extent = extent_of_axis(axis, grid.extents());
  if (extent < 2) return 0.0;
  return static_cast<double>(coordinate_on(axis, grid, rank)) / static_cast<double>(extent - 1);
}

double RankLaw::mean_way(const Grid& grid, const std::vector<std::uint32_t>& ranks) const {
  double sum = 0.0;
  for (const std::uint32_t rank : ranks) sum += way_of(grid, rank);
  return sum / static_cast<double>(ranks.size());
}

std::string RankLaw::text() const {
  const std::string name = axis_name(axis);
  switch (kind) {
    case Kind::Linear:
      return "linear in " + name;
    case Kind::Borders:
      return "the first, the last and other " + name;
    case Kind::Remainder:
      return name + " modulo " + std::to_string(divisor);
    case Kind::Positions: {
      std::string places;
      for (const Position& each : positions)
        places += (places.empty() ? "" : ", ") + each.text(axis == kRank ? "ranks" : name);
      return name + " at " + places;
    }
    default:
      return "even";
  }
}

}  // namespace tarry::compressed

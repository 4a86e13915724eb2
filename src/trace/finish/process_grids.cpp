// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/process_grids.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/parse_number.h"
#include "base/split.h"

namespace tarry::trace::finish {
namespace {

using Dimensions = std::vector<model::Topology::Dimension>;

// Parses "4,3p"; returns nothing if the text is not a grid.
Dimensions parse_grid(std::string_view text) {
  Dimensions dimensions;
  if (text.empty()) return dimensions;
  for (std::string_view item : base::split(text, ',')) {
    model::Topology::Dimension& added = dimensions.emplace_back();
    added.is_periodic = item.ends_with('p');
    if (added.is_periodic) item.remove_suffix(1);
    if (!base::parse_number(item, added.size) || added.size == 0) return {};
  }
  return dimensions;
}

// Returns whether the grid has as many places as there are ranks.
bool holds(const Dimensions& dimensions, std::size_t ranks) {
  std::size_t places = 1;
  for (const model::Topology::Dimension& each : dimensions) {
    if (each.size > ranks) return false;
    places *= each.size;
    if (places > ranks) return false;
  }
  return places == ranks;
}

// "4 x 3 ranks", or "3 ranks from rank 4" for a part of the world.
std::string name_of(const ProcessGrid& grid, std::uint32_t world_size) {
  std::string name;
  for (const model::Topology::Dimension& each : grid.dimensions)
    name += (name.empty() ? "" : " x ") + std::to_string(each.size);
  name += " ranks";
  if (grid.ranks.size() != world_size)
    name += " from rank " + std::to_string(grid.ranks.front().value);
  return name;
}

bool comes_before(const ProcessGrid& a, const ProcessGrid& b) {
  const auto periods = [](const ProcessGrid& grid) {
    std::vector<std::pair<std::uint32_t, bool>> out;
    for (const model::Topology::Dimension& each : grid.dimensions)
      out.emplace_back(each.size, each.is_periodic);
    return out;
  };
  if (a.ranks.size() != b.ranks.size()) return a.ranks.size() > b.ranks.size();
  return std::tuple(periods(a), a.ranks, a.name) < std::tuple(periods(b), b.ranks, b.name);
}

bool are_equal(const ProcessGrid& a, const ProcessGrid& b) {
  return a.name == b.name && a.dimensions == b.dimensions && a.ranks == b.ranks;
}

// Calls visit(coordinates) for each place, the last dimension first.
template <class Visit>
void for_each_place(const Dimensions& dimensions, std::size_t count, Visit visit) {
  std::vector<std::uint32_t> place(dimensions.size());
  for (std::size_t i = 0; i < count; ++i) {
    visit(i, place);
    for (std::size_t d = dimensions.size(); d-- > 0;) {
      if (++place[d] < dimensions[d].size) break;
      place[d] = 0;
    }
  }
}

}  // namespace

std::vector<ProcessGrid> process_grids(const eventlog::DefinitionSet& unified,
                                       const std::vector<model::Communicator>& communicators) {
  std::vector<ProcessGrid> grids;
  std::size_t next = 0;
  for (const auto& [key, definition] : unified.communicators) {
    const model::Communicator& comm = communicators[next++];
    ProcessGrid grid{comm.name, parse_grid(definition.grid), comm.members};
    if (grid.dimensions.empty() || !holds(grid.dimensions, grid.ranks.size())) continue;
    if (grid.name.empty()) grid.name = name_of(grid, unified.size);
    grids.push_back(std::move(grid));
  }
  std::sort(grids.begin(), grids.end(), comes_before);
  grids.erase(std::unique(grids.begin(), grids.end(), are_equal), grids.end());
  return grids;
}

std::vector<model::Topology> topologies_of(const std::vector<ProcessGrid>& grids,
                                           const std::vector<model::Rank>& ranks) {
  std::vector<model::Topology> topologies;
  for (const ProcessGrid& grid : grids) {
    model::Topology topology{grid.name, grid.dimensions, {}, {}};
    for_each_place(grid.dimensions, grid.ranks.size(), [&](std::size_t i, const auto& place) {
      const auto first = std::lower_bound(ranks.begin(), ranks.end(), grid.ranks[i]);
      if (first == ranks.end() || *first != grid.ranks[i]) return;
      const auto position = static_cast<std::uint32_t>(first - ranks.begin());
      static_cast<void>(topology.add(model::LocationIndex{position}, place));
    });
    if (!topology.locations.empty()) topologies.push_back(std::move(topology));
  }
  return topologies;
}

}  // namespace tarry::trace::finish

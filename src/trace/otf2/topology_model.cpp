// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/topology_model.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tarry::trace::otf2 {
namespace {

using model::LocationIndex;
using model::Rank;
using model::Topology;

LocationIndex first_location_of(Rank rank, const std::vector<model::Location>& locations) {
  const auto found =
      std::lower_bound(locations.begin(), locations.end(), rank,
                       [](const model::Location& each, Rank wanted) { return each.rank < wanted; });
  if (found == locations.end() || found->rank != rank) return {};
  return LocationIndex{static_cast<std::uint32_t>(found - locations.begin())};
}

Topology empty_topology(const CartTopologyRecord& record, const DefinitionRecords& records,
                        const IdTable& dimensions) {
  Topology topology;
  topology.name = records.text(record.name);
  for (const std::uint32_t id : record.dimensions) {
    Topology::Dimension& added = topology.dimensions.emplace_back();
    if (dimensions[id] == kUndefined32) continue;
    const CartDimensionRecord& dimension = records.cart_dimensions[dimensions[id]];
    added = {records.text(dimension.name), dimension.size, dimension.is_periodic};
  }
  return topology;
}

}  // namespace

void build_topologies(const DefinitionRecords& records, TraceDefinitions& to,
                      model::Anomalies& anomalies) {
  IdTable dimensions;
  for (std::uint32_t i = 0; i < records.cart_dimensions.size(); ++i)
    dimensions.set(records.cart_dimensions[i].id, i);
  std::map<std::uint32_t, std::vector<const CartCoordinateRecord*>> places;
  for (const CartCoordinateRecord& each : records.cart_coordinates)
    places[each.topology].push_back(&each);
  for (const CartTopologyRecord& record : records.cart_topologies) {
    const std::uint32_t comm = to.comms[record.comm];
    if (comm == kUndefined32) continue;
    const std::vector<Rank>& members = to.model.communicators[comm].members;
    Topology topology = empty_topology(record, records, dimensions);
    std::uint64_t left_out = 0;
    for (const CartCoordinateRecord* each : std::exchange(places[record.id], {})) {
      const LocationIndex location =
          each->rank < members.size() ? first_location_of(members[each->rank], to.model.locations)
                                      : LocationIndex{};
      if (!location.valid() || !topology.add(location, each->coordinates)) ++left_out;
    }
    anomalies.add("places in Cartesian topologies that make no sense (left out)", left_out);
    if (!topology.locations.empty()) to.model.topologies.push_back(std::move(topology));
  }
}

}  // namespace tarry::trace::otf2

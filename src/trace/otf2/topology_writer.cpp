// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/topology_writer.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tarry::trace::otf2 {
namespace {

using model::Topology;

// A topology with the ids in the file of what it refers to.
struct Placed {
  const Topology* topology = nullptr;
  OTF2_CommRef comm = 0;
  std::vector<std::uint32_t> ranks;  // in that communicator, by position in the topology
  std::vector<OTF2_CartDimensionRef> dimensions;
};

using RankByMember = std::unordered_map<std::uint32_t, std::uint32_t>;

RankByMember ranks_of(const model::Communicator& comm) {
  RankByMember ranks;
  for (std::uint32_t i = 0; i < comm.members.size(); ++i)
    ranks.try_emplace(comm.members[i].value, i);
  return ranks;
}

// Returns the ranks of the topology's locations in a communicator; nothing if it lacks one of them.
std::vector<std::uint32_t> ranks_in(const RankByMember& comm, const Topology& topology,
                                    const std::vector<model::Location>& locations) {
  std::vector<std::uint32_t> ranks;
  for (const model::LocationIndex location : topology.locations) {
    const auto found = comm.find(locations[location.index()].rank.value);
    if (found == comm.end()) return {};
    ranks.push_back(found->second);
  }
  return ranks;
}

// Programs make a grid for each row of a large one, and the first communicator holds all ranks, so
// its ranks are looked up for many topologies.
std::vector<Placed> placed_topologies(const model::Definitions& definitions) {
  std::vector<Placed> all;
  std::unordered_map<OTF2_CommRef, RankByMember> known;
  for (const Topology& topology : definitions.topologies)
    for (OTF2_CommRef comm = 0; comm < definitions.communicators.size(); ++comm) {
      if (definitions.communicators[comm].is_inter) continue;
      const auto [ranks_here, is_new] = known.try_emplace(comm);
      if (is_new) ranks_here->second = ranks_of(definitions.communicators[comm]);
      std::vector<std::uint32_t> ranks =
          ranks_in(ranks_here->second, topology, definitions.locations);
      if (ranks.empty()) continue;
      all.push_back({&topology, comm, std::move(ranks), {}});
      break;
    }
  return all;
}

}  // namespace

void write_topologies(DefinitionQueue& queue, const model::Definitions& definitions) {
  std::vector<Placed> all = placed_topologies(definitions);
  OTF2_CartDimensionRef dimension_id = 0;
  for (Placed& placed : all)
    for (const Topology::Dimension& each : placed.topology->dimensions) {
      placed.dimensions.push_back(dimension_id);
      queue.add([id = dimension_id++, name = queue.string(each.name), size = each.size,
                 periodic = each.is_periodic](OTF2_GlobalDefWriter* writer) {
        return OTF2_GlobalDefWriter_WriteCartDimension(
            writer, id, name, size, periodic ? OTF2_CART_PERIODIC_TRUE : OTF2_CART_PERIODIC_FALSE);
      });
    }
  OTF2_CartTopologyRef id = 0;
  for (const Placed& placed : all)
    queue.add([id = id++, name = queue.string(placed.topology->name), comm = placed.comm,
               dimensions = placed.dimensions](OTF2_GlobalDefWriter* writer) {
      return OTF2_GlobalDefWriter_WriteCartTopology(
          writer, id, name, comm, static_cast<std::uint8_t>(dimensions.size()), dimensions.data());
    });
  id = 0;
  for (const Placed& placed : all) {
    for (std::size_t i = 0; i < placed.ranks.size(); ++i)
      queue.add([id, rank = placed.ranks[i],
                 place = placed.topology->place(i)](OTF2_GlobalDefWriter* writer) {
        return OTF2_GlobalDefWriter_WriteCartCoordinate(
            writer, id, rank, static_cast<std::uint8_t>(place.size()), place.data());
      });
    ++id;
  }
}

}  // namespace tarry::trace::otf2

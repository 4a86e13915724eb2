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

// Returns the ranks of the topology's locations in a communicator; nothing if it lacks one of them.
std::vector<std::uint32_t> ranks_in(const model::Communicator& comm, const Topology& topology,
                                    const std::vector<model::Location>& locations) {
  std::unordered_map<std::uint32_t, std::uint32_t> rank_of;
  for (std::uint32_t i = 0; i < comm.members.size(); ++i)
    rank_of.try_emplace(comm.members[i].value, i);
  std::vector<std::uint32_t> ranks;
  for (const model::LocationIndex location : topology.locations) {
    const auto found = rank_of.find(locations[location.index()].rank.value);
    if (found == rank_of.end()) return {};
    ranks.push_back(found->second);
  }
  return ranks;
}

std::vector<Placed> placed_topologies(const model::Definitions& definitions) {
  std::vector<Placed> all;
  for (const Topology& topology : definitions.topologies)
    for (OTF2_CommRef comm = 0; comm < definitions.communicators.size(); ++comm) {
      if (definitions.communicators[comm].is_inter) continue;
      std::vector<std::uint32_t> ranks =
          ranks_in(definitions.communicators[comm], topology, definitions.locations);
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

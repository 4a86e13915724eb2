// SPDX-License-Identifier: BSD-3-Clause
// The Cartesian communicators of a run. MPI numbers the ranks of such a communicator row by row, so
// that the sizes of its dimensions tell the place of every rank.
#pragma once

#include <string>
#include <vector>

#include "model/definitions.h"
#include "model/ids.h"
#include "model/topology.h"
#include "trace/eventlog/definition_set.h"

namespace tarry::trace::finish {

struct ProcessGrid {
  std::string name;
  std::vector<model::Topology::Dimension> dimensions;
  std::vector<model::Rank> ranks;  // world ranks, row by row
};

// Returns each grid once, however often the program made it, the largest first. A communicator
// without a name gets one like "4 x 3 ranks". `communicators`: those of communicators_of().
std::vector<ProcessGrid> process_grids(const eventlog::DefinitionSet& unified,
                                       const std::vector<model::Communicator>& communicators);

// Puts each rank where its first location is; ranks without a location are left out.
// `ranks`: the rank of each location, ascending.
std::vector<model::Topology> topologies_of(const std::vector<ProcessGrid>& grids,
                                           const std::vector<model::Rank>& ranks);

}  // namespace tarry::trace::finish

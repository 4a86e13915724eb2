// SPDX-License-Identifier: BSD-3-Clause
// Who runs where: ranks, threads, hosts from MPI's group of locations, location groups and system
// tree.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "model/anomalies.h"
#include "model/definitions.h"
#include "trace/otf2/definition_records.h"

namespace tarry::trace::otf2 {

struct Processes {
  std::uint32_t count = 0;
  std::unordered_map<std::uint64_t, model::Rank> world_locations;  // initial threads by location id

  [[nodiscard]] model::Rank rank_of_location(std::uint64_t location) const {
    const auto found = world_locations.find(location);
    return found == world_locations.end() ? model::Rank{} : found->second;
  }
};

// Fills locations, hosts, processes and has_mpi.
Processes build_locations(const DefinitionRecords& records, model::Definitions& definitions,
                          model::Anomalies& anomalies);

}  // namespace tarry::trace::otf2

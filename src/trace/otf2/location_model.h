// SPDX-License-Identifier: BSD-3-Clause
// Finds ranks, threads and hosts from MPI's group of locations, the location groups and the system
// tree.
#pragma once

#include <cstdint>

#include "model/anomalies.h"
#include "model/definitions.h"
#include "trace/otf2/definition_records.h"
#include "trace/otf2/id_table.h"

namespace tarry::trace::otf2 {

struct Processes {
  std::uint32_t count = 0;
  IdTable world_locations;  // initial threads: location id -> rank

  [[nodiscard]] model::Rank rank_of_location(std::uint64_t location) const {
    return model::Rank{world_locations[location]};
  }
};
static_assert(!model::Rank{kUndefined32}.valid());

// Fills locations, hosts, processes and has_mpi.
Processes build_locations(const DefinitionRecords& records, model::Definitions& definitions,
                          model::Anomalies& anomalies);

}  // namespace tarry::trace::otf2

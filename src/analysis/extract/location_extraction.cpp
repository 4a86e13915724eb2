// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/location_extraction.h"

#include "model/believable_bytes.h"

namespace tarry::analysis {
namespace {

// Locations are sorted by rank: the threads of a process are neighbours.
Sibling place_in_process(const std::vector<model::Location>& locations, std::size_t i) {
  Sibling place = 0;
  while (i > place && locations[i - place - 1u].rank == locations[i].rank) ++place;
  return place;
}

bool has_next_sibling(const std::vector<model::Location>& locations, std::size_t i) {
  return i + 1 < locations.size() && locations[i + 1].rank == locations[i].rank;
}

}  // namespace

LocationExtraction::LocationExtraction(const model::Definitions& all, const RegionTable& table,
                                       model::LocationIndex location, CallPathLookup& lookup,
                                       TeamRoots& team_roots, TaskJourneys& task_journeys,
                                       model::Anomalies& counted)
    : definitions(all),
      regions(table),
      rank(all.locations[location.index()].rank),
      sibling(place_in_process(all.locations, location.index())),
      has_siblings(sibling > 0 || has_next_sibling(all.locations, location.index())),
      callpaths(lookup),
      roots(team_roots),
      journeys(task_journeys),
      anomalies(counted) {}

CallPathId LocationExtraction::root_below_program(model::RegionId root) const {
  const model::RegionId program = roots.program.valid() ? roots.program : regions.program;
  return callpaths.child(callpaths.child({}, program), root);
}

bool LocationExtraction::is_defined(CommId comm) {
  if (comm.index() < definitions.communicators.size()) return true;
  anomalies.add("records on communicators that are not defined");
  return false;
}

std::uint64_t LocationExtraction::believable(std::uint64_t bytes) {
  return model::believable(bytes, anomalies);
}

}  // namespace tarry::analysis

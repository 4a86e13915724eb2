// SPDX-License-Identifier: BSD-3-Clause
// The data that all trackers of one location share: the definitions of the trace, knowledge from
// other locations, and the records that the trackers fill.
#pragma once

#include "analysis/extract/activity_log.h"
#include "analysis/extract/call_path_lookup.h"
#include "analysis/extract/task_journeys.h"
#include "analysis/extract/team_roots.h"
#include "analysis/extract/visit_log.h"
#include "analysis/records/location_records.h"
#include "analysis/regions/region_table.h"
#include "model/anomalies.h"
#include "model/definitions.h"

namespace tarry::analysis {

struct LocationExtraction {
  // `callpaths` is shared by the locations of one worker; the records' call paths are its nodes.
  // `roots` and `journeys` are shared by the locations of one process.
  LocationExtraction(const model::Definitions& definitions, const RegionTable& regions,
                     model::LocationIndex location, CallPathLookup& callpaths, TeamRoots& roots,
                     TaskJourneys& journeys, model::Anomalies& anomalies);

  const model::Definitions& definitions;
  const RegionTable& regions;
  const Rank rank;
  const Sibling sibling;  // place of the location in its process
  const bool has_siblings;
  CallPathLookup& callpaths;
  TeamRoots& roots;
  TaskJourneys& journeys;
  model::Anomalies& anomalies;

  LocationRecords records;
  ActivityLog activities;
  CallPathId first_callpath;   // of the region that was entered first
  VisitLog* visits = nullptr;  // nullptr: nobody wants to hear of visits

  NodeTotals& totals(CallPathId callpath) {
    if (callpath.index() >= records.nodes.size()) records.nodes.resize(callpath.index() + 1);
    return records.nodes[callpath.index()];
  }

  // Returns a root (of threads, or of tasks) below the program that this process runs.
  [[nodiscard]] CallPathId root_below_program(model::RegionId root) const;

  // Returns false (and counts) if the communicator is not defined.
  bool is_defined(CommId comm);
  // Returns 0 (and counts) for sizes that no message has and that sums could not hold.
  std::uint64_t believable(std::uint64_t bytes);
};

}  // namespace tarry::analysis

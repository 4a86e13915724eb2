// SPDX-License-Identifier: BSD-3-Clause
// One worker's part of the critical path: the ends of its locations at which the path may end, and
// the time of its locations on the path. Definition:
// docs/definitions.md, "Critical path".
#pragma once

#include <tuple>
#include <vector>

#include "analysis/delay/cost_cells.h"
#include "analysis/delay/critical_path.h"
#include "analysis/delay/sync_survey.h"
#include "model/definitions.h"
#include "model/event_insights.h"
#include "workers/message.h"

namespace tarry::analysis {

// A place at which the critical path may end.
struct PathEnd {
  bool is_finalize = false;
  bool is_initial_thread = false;
  Ticks time{INT64_MIN};
  PathSegment segment;  // segment.location is not valid if there is none

  [[nodiscard]] bool is_after(const PathEnd& other) const {
    return std::tuple(is_finalize, is_initial_thread, time) >
           std::tuple(other.is_finalize, other.is_initial_thread, other.time);
  }
};

// Returns the process that entered MPI_Finalize last; without any, the initial thread with the
// latest last record.
PathEnd last_end(const std::vector<SyncPlace>& places, const model::Definitions& definitions);

// Charges the time on the path (PathSegments) to the cells, by place.
void charge_critical_path(const std::vector<SyncPlace>& places, const workers::Bytes& path,
                          std::vector<CostCells>& cells);

// Returns the parts of the path on the locations of `places`, whose timelines know times.
std::vector<model::PathPiece> path_pieces(const std::vector<SyncPlace>& places,
                                          const workers::Bytes& path);

}  // namespace tarry::analysis

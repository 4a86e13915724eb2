// SPDX-License-Identifier: BSD-3-Clause
// What the evaluation of delays leaves behind for the findings.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <string>
#include <vector>

#include "analysis/delay/surplus_log.h"
#include "analysis/delay/sync_survey.h"
#include "analysis/delay/wait_metric.h"
#include "analysis/records/share.h"
#include "analysis/regions/region_table.h"
#include "model/call_tree.h"
#include "model/definitions.h"

namespace tarry::analysis {

// What the cause of a pair remembers of it.
struct PairOfCause {
  std::uint32_t begin = kNoIndex;  // the interval's first point, by order; kNoIndex: none
  std::uint32_t end = kNoIndex;    // its last; likewise
  double share = 0.0;              // of the pair's cost, per tick of surplus
  double removable = 0.0;          // ticks that were too much, likewise
};

// What the evaluation of delays knows. All must outlive the findings.
struct DelayKnowledge {
  const std::vector<SyncPlace>& places;
  const model::CallTree& all_callpaths;        // of all workers
  const std::vector<CallPathId>& to_unified;   // from those of this worker
  const SurplusLog& surpluses;                 // by pair of this worker
  const std::pmr::vector<PairOfCause>& pairs;  // likewise
  const std::vector<std::size_t>& first_pair;  // by place, and one more
  const Share& share;                          // with all costs of this worker
  const model::Definitions& definitions;
  const RegionTable& regions;

  // Id of the metric of the waits at a call path of all workers.
  [[nodiscard]] std::string wait_metric_of(DelayChannel channel, CallPathId callpath) const {
    return std::string(
        info(wait_metric(channel, regions.kinds[all_callpaths[callpath].region.index()])).id);
  }
};

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// The results of the evaluation of delays that the findings need.
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

// The part of a pair that the worker of its cause keeps.
struct PairOfCause {
  std::uint32_t begin = kNoIndex;  // first point of the interval, by order; kNoIndex: none
  std::uint32_t end = kNoIndex;    // last point of the interval, by order; kNoIndex: none
  double share = 0.0;              // share of the pair's cost, per tick of surplus
  double removable = 0.0;          // ticks that were excess, per tick of surplus
};

// References to the results of the evaluation of delays. All must outlive the findings.
struct DelayKnowledge {
  const std::vector<SyncPlace>& places;
  const model::CallTree& all_callpaths;        // call paths of all workers
  const std::vector<CallPathId>& to_unified;   // by call path of this worker
  const SurplusLog& surpluses;                 // by pair of this worker
  const std::pmr::vector<PairOfCause>& pairs;  // by pair of this worker
  const std::vector<std::size_t>& first_pair;  // by place, with one more entry
  const Share& share;                          // has all costs of this worker
  const model::Definitions& definitions;
  const RegionTable& regions;

  // Returns the id of the metric of the waits at a call path of all workers.
  [[nodiscard]] std::string wait_metric_of(DelayChannel channel, CallPathId callpath) const {
    return std::string(
        info(wait_metric(channel, regions.kinds[all_callpaths[callpath].region.index()])).id);
  }
};

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// What follows from the delays of a trace: what the run would gain without them, and what it would
// gain from what the user supposes. Source: docs/decisions/017-what-if.md.
#pragma once

#include <optional>
#include <vector>

#include "analysis/delay/sync_survey.h"
#include "analysis/parallel/transport.h"
#include "analysis/replay/region_table.h"
#include "analysis/replay/share.h"
#include "analysis/whatif/dependencies.h"
#include "base/result.h"
#include "model/call_tree.h"
#include "model/definitions.h"
#include "model/insights.h"

namespace tarry::analysis {

// What the evaluation of delays knows by then. All must outlive the call.
struct DelayKnowledge {
  std::vector<SyncPlace>& places;
  const model::CallTree& own_tree;
  const model::CallTree& all_callpaths;       // of all workers
  const std::vector<CallPathId>& to_unified;  // from the own ones
};

// Fills in the insights of the first worker's share. Uses up `steps`, by place. Collective over the
// transport.
base::Status evaluate_insights(const DelayKnowledge& known, const model::Definitions& definitions,
                               const RegionTable& regions,
                               const std::optional<model::Supposition>& supposition,
                               std::vector<LocationSteps>& steps, Transport& transport,
                               Share& share);

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// Traces every wait state back to what caused it, for both cost models, and classifies the
// point-to-point ones. Stages: every wait is told to the worker of its cause; waiting processes
// send what they did meanwhile; each cause is compared with them; one worker passes costs back
// through the waits of the whole trace; each cause charges them. Source: definitions 4.1 to 4.4.
#pragma once

#include <vector>

#include "analysis/parallel/partition.h"
#include "analysis/parallel/transport.h"
#include "analysis/replay/match_collectives.h"
#include "analysis/replay/process_records.h"
#include "analysis/replay/region_table.h"
#include "analysis/replay/replay_options.h"
#include "analysis/replay/share.h"
#include "analysis/whatif/dependencies.h"
#include "base/result.h"
#include "model/definitions.h"

namespace tarry::analysis {

// Adds to `share.costs` and `share.insights`. With `clamp_delays`, the proportional model charges
// of a wait for a message at most what its cause took longer or waited itself, as the reference
// analyser does [C11]; the rest is unattributed. `processes` are those of this worker, with their
// waits; their activities are used up, as are their `steps`. Collective over the transport.
base::Status evaluate_delays(std::vector<ProcessRecords>& processes,
                             const InitAndFinalizeWaits& whole_run,
                             const model::Definitions& definitions, const Partition& partition,
                             const RegionTable& regions, const ReplayOptions& options,
                             std::vector<LocationSteps>& steps, Transport& transport, Share& share);

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// Evaluates what follows from the delays of a trace: what the run would gain without them, and what
// it would gain from the user's supposition. Source: docs/decisions/017-what-if.md.
#pragma once

#include <vector>

#include "analysis/findings/cause_findings.h"
#include "analysis/findings/worker_options.h"
#include "analysis/records/share.h"
#include "analysis/whatif/dependencies.h"
#include "base/result.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Fills in the insights of the first worker's share. `findings`: chosen and followed, or empty if
// the options want none. Consumes `steps`, which are ordered by place. Collective over the
// transport.
base::Status evaluate_insights(const DelayKnowledge& known, CauseFindings& findings,
                               const WorkerOptions& options, std::vector<LocationSteps>& steps,
                               workers::Transport& transport, Share& share);

}  // namespace tarry::analysis

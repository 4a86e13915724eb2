// SPDX-License-Identifier: BSD-3-Clause
// One worker's share of the analysis: reads its processes' events, matches with the other workers
// over the transport, evaluates. Stages: extract, match messages, match collectives, evaluate.
#pragma once

#include "analysis/findings/worker_options.h"
#include "analysis/records/partition.h"
#include "analysis/records/progress.h"
#include "analysis/records/share.h"
#include "analysis/regions/region_table.h"
#include "base/result.h"
#include "model/trace_source.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Collective over the transport: an error of one worker becomes everyone's.
base::Result<Share> analyze_share(model::TraceSource& source, const RegionTable& regions,
                                  const Partition& partition, workers::Transport& transport,
                                  const WorkerOptions& options, Progress& progress);

}  // namespace tarry::analysis

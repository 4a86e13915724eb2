// SPDX-License-Identifier: BSD-3-Clause
// One worker's share of the replay: reads its processes' events, matches with the other workers
// over the transport, evaluates. Stages: extract, match messages, match collectives, evaluate.
#pragma once

#include "analysis/parallel/partition.h"
#include "analysis/parallel/transport.h"
#include "analysis/progress.h"
#include "analysis/replay/region_table.h"
#include "analysis/replay/replay_options.h"
#include "analysis/replay/share.h"
#include "base/result.h"
#include "trace/trace_source.h"

namespace tarry::analysis {

// Collective over the transport: an error of one worker becomes everyone's.
base::Result<Share> replay_share(trace::TraceSource& source, const RegionTable& regions,
                                 const Partition& partition, Transport& transport,
                                 const ReplayOptions& options, Progress& progress);

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// One worker's share of the replay: reads its processes' events, matches with the other workers
// over the transport, evaluates. Stages: extract, match messages, match collectives, evaluate,
// fold.
#pragma once

#include <vector>

#include "analysis/replay/cells.h"
#include "analysis/replay/partition.h"
#include "analysis/replay/region_table.h"
#include "analysis/replay/transport.h"
#include "base/result.h"
#include "model/anomalies.h"
#include "model/call_tree.h"
#include "trace/trace_source.h"

namespace tarry::analysis {

// Severities of the worker's locations, which are neighbours, in ticks and counts.
struct Share {
  model::CallTree tree;
  std::size_t first_location = 0;
  std::vector<Cells> cells;  // by location
  struct Span {
    model::Ticks first;  // first and last record
    model::Ticks last;
  };
  std::vector<Span> spans;  // of the locations that have events
  model::Anomalies anomalies;
};

// Collective over the transport: an error of one worker becomes everyone's.
base::Result<Share> replay_share(trace::TraceSource& source, const RegionTable& regions,
                                 const Partition& partition, Transport& transport);

}  // namespace tarry::analysis

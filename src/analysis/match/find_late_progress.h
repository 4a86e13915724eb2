// SPDX-License-Identifier: BSD-3-Clause
// Finds calls that wait until another process comes back to MPI. Each worker picks those of its
// calls that take longer than such calls must, asks the workers of their partners when those came
// back, and charges the waits whose class gives enough evidence. Definition:
// docs/patterns/progress.md.
#pragma once

#include <vector>

#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "analysis/records/share.h"
#include "base/result.h"
#include "model/definitions.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Adds to the waits of the processes and to the cells of the share. All other waits must have been
// found. With `only_messages`, calls on windows are left out, but their waits that are known
// already are added to the cells. Collective over the transport.
base::Status find_late_progress(std::vector<ProcessRecords>& processes,
                                const model::Definitions& definitions, const Partition& partition,
                                bool only_messages, workers::Transport& transport, Share& share);

}  // namespace tarry::analysis

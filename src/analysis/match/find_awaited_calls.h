// SPDX-License-Identifier: BSD-3-Clause
// Finds the calls that the longest waits were for: their processes may be those of other workers.
#pragma once

#include <vector>

#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "analysis/records/wait_survey.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Fills in SurveyedWait::awaited of the longest waits of this worker's processes. All workers call
// it together.
void find_awaited_calls(const std::vector<ProcessRecords>& processes, const Partition& partition,
                        workers::Transport& transport, WaitSurvey& waits);

}  // namespace tarry::analysis

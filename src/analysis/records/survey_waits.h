// SPDX-License-Identifier: BSD-3-Clause
// Goes through all waits of a process for the statistics of single waits.
#pragma once

#include "analysis/records/process_records.h"
#include "analysis/records/wait_survey.h"

namespace tarry::analysis {

// Adds the waits of a process, all of which are known, and that in MPI_Finalize.
void survey_waits(const ProcessRecords& process, Ticks finalize_wait, WaitSurvey& waits);

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// Adds the needs of the threads of one process from each other: forks, barriers of teams, locks,
// creation. Source: docs/decisions/017-what-if.md.
#pragma once

#include <vector>

#include "analysis/records/process_records.h"
#include "analysis/whatif/slot_table.h"

namespace tarry::analysis {

// `slots`: by location of the process.
void add_thread_dependencies(const ProcessRecords& process, std::vector<SlotTable>& slots);

}  // namespace tarry::analysis

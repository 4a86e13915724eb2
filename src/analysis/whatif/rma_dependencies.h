// SPDX-License-Identifier: BSD-3-Clause
// Adds the needs of one-sided synchronization from other processes, as links between steps.
#pragma once

#include <vector>

#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "analysis/whatif/slot_table.h"
#include "model/definitions.h"

namespace tarry::analysis {

// `slots`: by location of the process.
void add_rma_dependencies(const ProcessRecords& process, const model::Definitions& definitions,
                          const Partition& partition, std::vector<SlotTable>& slots);

}  // namespace tarry::analysis

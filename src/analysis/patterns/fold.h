// SPDX-License-Identifier: BSD-3-Clause
// Completes the severities of a location: exclusive times go to the metric of the region's class
// and to all its ancestors, visits to the counts that they stand for, and every sum metric gets its
// sum. After this, a cell holds each metric with all of its descendants. Definitions:
// docs/definitions.md, "Values of a cell" and "Time classes".
#pragma once

#include "analysis/records/cells.h"
#include "analysis/records/location_records.h"
#include "analysis/regions/region_table.h"
#include "model/call_tree.h"

namespace tarry::analysis {

void fold_times_and_sums(const LocationRecords& records, const model::CallTree& tree,
                         const RegionTable& regions, Cells& cells);

}  // namespace tarry::analysis

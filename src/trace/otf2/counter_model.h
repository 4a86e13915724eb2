// SPDX-License-Identifier: BSD-3-Clause
// Converts the definitions of metrics in a file to counters and sets of counters.
#pragma once

#include <cstdint>

#include "model/anomalies.h"
#include "model/definitions.h"
#include "trace/otf2/definition_records.h"
#include "trace/otf2/id_table.h"

namespace tarry::trace::otf2 {

// Stands in place of a CounterSetId for values that cover more than the location that recorded
// them.
inline constexpr std::uint32_t kLeftOut = 0xFFFFFFFEu;

// Fills counters and counter_sets. Returns a table from the ids of metric classes and instances to
// a CounterSetId or kLeftOut.
IdTable build_counters(const DefinitionRecords& records, model::Definitions& definitions,
                       model::Anomalies& anomalies);

}  // namespace tarry::trace::otf2

// SPDX-License-Identifier: BSD-3-Clause
// Cartesian topologies of MPI's communicators, from the records of a definition file.
#pragma once

#include "model/anomalies.h"
#include "trace/otf2/definition_model.h"
#include "trace/otf2/definition_records.h"

namespace tarry::trace::otf2 {

// Fills the topologies, when communicators and locations are known. A rank is the initial thread of
// its process. Topologies of other paradigms are left out.
void build_topologies(const DefinitionRecords& records, TraceDefinitions& to,
                      model::Anomalies& anomalies);

}  // namespace tarry::trace::otf2

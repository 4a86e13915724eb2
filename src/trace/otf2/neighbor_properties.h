// SPDX-License-Identifier: BSD-3-Clause
// The neighbors of each process in the topologies of MPI's communicators. OTF2 knows Cartesian
// topologies alone, and no graphs, so that all of them are properties of locations: the initial
// thread of a process has for each such communicator a text like "1,3", the ranks that its
// neighborhood operations receive from (docs/formats/otf2-archives.md).
#pragma once

#include "model/anomalies.h"
#include "model/definitions.h"
#include "trace/otf2/definition_model.h"
#include "trace/otf2/definition_queue.h"
#include "trace/otf2/definition_records.h"
#include "trace/otf2/location_model.h"

namespace tarry::trace::otf2 {

// Writes a property for each process with neighbors that left a location. Communicators are named
// by their positions, which are their ids in the file.
void write_neighbors(DefinitionQueue& queue, const model::Definitions& definitions);

// Fills the neighbors, when communicators and locations are known. Other properties are left out.
void build_neighbors(const DefinitionRecords& records, const Processes& processes,
                     TraceDefinitions& to, model::Anomalies& anomalies);

}  // namespace tarry::trace::otf2

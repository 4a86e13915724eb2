// SPDX-License-Identifier: BSD-3-Clause
// The definitions of Cartesian topologies.
#pragma once

#include "model/definitions.h"
#include "trace/otf2/definition_queue.h"

namespace tarry::trace::otf2 {

// Writes all dimensions, then all topologies, then all coordinates. A topology refers to the first
// communicator that has all of its ranks; it is left out if there is none.
void write_topologies(DefinitionQueue& queue, const model::Definitions& definitions);

}  // namespace tarry::trace::otf2

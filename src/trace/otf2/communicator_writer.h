// SPDX-License-Identifier: BSD-3-Clause
// The definitions of groups, communicators, teams and windows.
#pragma once

#include <cstdint>

#include "model/definitions.h"
#include "trace/otf2/definition_queue.h"

namespace tarry::trace::otf2 {

// Of the run: also those that left no location.
std::uint32_t process_count(const model::Definitions& definitions);

// Whether some threads of the trace were created by the program, not by OpenMP.
bool has_created_threads(const model::Definitions& definitions);

// All groups, then all communicators, then all windows. Ids of communicators and windows are those
// of `definitions`; contingents of threads follow (contingent_of()).
void write_communicators(DefinitionQueue& queue, const model::Definitions& definitions);

}  // namespace tarry::trace::otf2

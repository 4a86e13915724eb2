// SPDX-License-Identifier: BSD-3-Clause
// The definitions of groups, communicators, teams and windows.
#pragma once

#include <cstdint>

#include "model/definitions.h"
#include "trace/otf2/definition_queue.h"

namespace tarry::trace::otf2 {

// Returns the number of processes of the run, including those without a location.
std::uint32_t process_count(const model::Definitions& definitions);

// Returns whether the program created some threads of the trace without OpenMP.
bool has_created_threads(const model::Definitions& definitions);

// Writes all groups, then all communicators, then all windows. Ids of communicators and windows are
// those of `definitions`; contingents of threads follow (contingent_of()).
void write_communicators(DefinitionQueue& queue, const model::Definitions& definitions);

}  // namespace tarry::trace::otf2

// SPDX-License-Identifier: BSD-3-Clause
// The communicators of a process among those of a trace of all ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/live/communicator_numbers.h"
#include "compressed/model/membership.h"
#include "trace/eventlog/definition_set.h"

namespace tarry::compressed {

// Returns the communicators by their position in a trace of all ranks: all but teams, ordered by
// key.
std::vector<trace::eventlog::CommKey> communicator_order(
    const trace::eventlog::DefinitionSet& unified);

// `order` has the keys of all communicators of the trace, `own` the process' communicators among
// them, `local` the communicators that the process knows itself.
CommPositions positions_in(const Memberships& own,
                           const std::vector<trace::eventlog::CommKey>& order,
                           const std::vector<trace::eventlog::LocalComm>& local);

}  // namespace tarry::compressed

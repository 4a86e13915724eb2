// SPDX-License-Identifier: BSD-3-Clause
// The communicators of a process among those of a trace of all ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/live/communicator_numbers.h"
#include "compressed/model/membership.h"
#include "trace/eventlog/definition_set.h"

namespace tarry::compressed {

// Communicators by their position in a trace of all ranks: all but teams, in the order of keys.
std::vector<trace::eventlog::CommKey> communicator_order(
    const trace::eventlog::DefinitionSet& unified);

// `order` has the keys of all communicators of the trace, `own` are those of the process among
// them, `local` those that it knows.
CommPositions positions_in(const Memberships& own,
                           const std::vector<trace::eventlog::CommKey>& order,
                           const std::vector<trace::eventlog::LocalComm>& local);

}  // namespace tarry::compressed

// SPDX-License-Identifier: BSD-3-Clause
// The communicators of a process among those of a trace of all ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "compress/live/communicator_numbers.h"
#include "compress/model/membership.h"
#include "trace/recording/definition_set.h"

namespace tarry::compress {

// Communicators by their position in a trace of all ranks: all but teams, in the order of keys.
std::vector<trace::recording::CommKey> communicator_order(
    const trace::recording::DefinitionSet& unified);

// `order` has the keys of all communicators of the trace, `own` are those of the process among
// them, `local` those that it knows.
CommPositions positions_in(const Memberships& own,
                           const std::vector<trace::recording::CommKey>& order,
                           const std::vector<trace::recording::LocalComm>& local);

}  // namespace tarry::compress

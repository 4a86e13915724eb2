// SPDX-License-Identifier: BSD-3-Clause
// The communicators of a process among those of a trace of all ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "compress/live/communicator_numbers.h"
#include "trace/recording/definition_set.h"

namespace tarry::compress {

// Communicators by their position in a trace of all ranks: all but teams, in the order of keys.
std::vector<trace::recording::CommKey> communicator_order(
    const trace::recording::DefinitionSet& unified);

// `all` has the communicators of the whole trace, `order` their keys; `local` those of the process.
CommPositions positions_in(const Trace& all, const std::vector<trace::recording::CommKey>& order,
                           std::uint32_t rank,
                           const std::vector<trace::recording::LocalComm>& local);

}  // namespace tarry::compress

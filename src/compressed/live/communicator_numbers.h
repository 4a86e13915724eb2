// SPDX-License-Identifier: BSD-3-Clause
// A process numbers its communicators as they come; the trace of all ranks numbers the
// communicators of each rank in the order of their identities. These functions convert the former
// into the latter.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/model/trace.h"
#include "trace/eventlog/process_definitions.h"

namespace tarry::compressed {

// The position of each communicator by its number in the process, or kUnknown.
using CommPositions = std::vector<std::int64_t>;

// Returns the positions as the process itself knows them. They are right if all members of all its
// communicators become known.
CommPositions own_positions(const std::vector<trace::eventlog::LocalComm>& own);

// Returns how many values became kUnknown.
std::uint64_t renumber_communicators(Trace& trace, const CommPositions& positions, VectorForm form);

}  // namespace tarry::compressed

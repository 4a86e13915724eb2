// SPDX-License-Identifier: BSD-3-Clause
// A process numbers its communicators as they come; the trace of all ranks counts those a rank is a
// member of in the order of their identities. In the trace of a process, one becomes the other.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/model/trace.h"
#include "trace/eventlog/process_definitions.h"

namespace tarry::compressed {

// Positions of a process' communicators by its own numbers, or kUnknown.
using CommPositions = std::vector<std::int64_t>;

// As the process itself knows them; right if all members of all its communicators will be known.
CommPositions own_positions(const std::vector<trace::eventlog::LocalComm>& own);

// Returns how many values became kUnknown.
std::uint64_t renumber_communicators(Trace& trace, const CommPositions& positions, VectorForm form);

}  // namespace tarry::compressed

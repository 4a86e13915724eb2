// SPDX-License-Identifier: BSD-3-Clause
// A process numbers its communicators as they come; the trace of all ranks by their identities. In
// the trace of a process, one becomes the other.
#pragma once

#include <cstdint>
#include <vector>

#include "compress/model/trace.h"
#include "trace/recording/definition_set.h"
#include "trace/recording/process_definitions.h"

namespace tarry::compress {

// Communicators by their position in a trace of all ranks: all but teams, in the order of keys.
std::vector<trace::recording::CommKey> communicator_order(
    const trace::recording::DefinitionSet& unified);

// `all` has the communicators of the whole trace, `order` their keys; `local` those of the process.
// What is not known there becomes kUnknown. Returns how many values that were.
std::uint64_t renumber_communicators(Trace& trace, std::uint32_t rank, const Trace& all,
                                     const std::vector<trace::recording::CommKey>& order,
                                     const std::vector<trace::recording::LocalComm>& local);

}  // namespace tarry::compress

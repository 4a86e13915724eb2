// SPDX-License-Identifier: BSD-3-Clause
// Statistics of plug-ins around each call of the program (include/tarry/statistics.h). Without any,
// all that a call pays is a look at a flag. What plug-ins call themselves is inside of the call and
// not recorded.
#pragma once

#include <atomic>

#include "runtime/core/events.h"
#include "runtime/mpi/calls.h"

namespace tarry::runtime::mpi {

extern constinit std::atomic<bool> has_statistics;

// Loads what --statistics names. Once, before MPI begins.
void load_statistics();

// The enter of a call, with what was measured before it.
[[gnu::cold, gnu::noinline]] core::EventTime enter_measured(const core::Entry& entry, Call call,
                                                            core::RegionNumber region);
// What was measured in the call, whose leave at `end` follows.
[[gnu::cold, gnu::noinline]] void record_statistics(const core::Entry& entry, core::EventTime end);
// After work of our own behind a call: what follows is the program's.
[[gnu::cold, gnu::noinline]] void go_on_measuring(const core::Entry& entry);

}  // namespace tarry::runtime::mpi

// SPDX-License-Identifier: BSD-3-Clause
// Statistics of plug-ins around each call of the program (include/tarry/statistics.h). Without a
// plug-in, a call only pays for a look at a flag. Calls that plug-ins make are inside of the call
// and are not recorded.
#pragma once

#include <atomic>

#include "runtime/core/events.h"
#include "runtime/mpi/calls.h"

namespace tarry::runtime::mpi {

extern constinit std::atomic<bool> has_statistics;

// Loads the plug-ins that --statistics names. To be called once, before MPI begins.
void load_statistics();

// Records the enter of a call after the plug-ins have measured.
[[gnu::cold, gnu::noinline]] core::EventTime enter_measured(const core::Entry& entry, Call call,
                                                            core::RegionNumber region);
// Records the values measured in the call; its leave at `end` follows.
[[gnu::cold, gnu::noinline]] void record_statistics(const core::Entry& entry, core::EventTime end);
// Starts to measure the program again, after work of our own at the end of a call.
[[gnu::cold, gnu::noinline]] void go_on_measuring(const core::Entry& entry);

}  // namespace tarry::runtime::mpi

// SPDX-License-Identifier: BSD-3-Clause
// The ranks and times that a filter keeps. Outside of them, recording pauses as if the program had
// paused it (pause.h): the files of the process exist, and state that is needed later is tracked.
//
// Times are counted from the start of `tarry record`, so that they are the same for all processes
// as far as the clocks of their hosts agree. No thread waits for a border: the first event behind
// it finds it passed.
#pragma once

#include <cstdint>

#include "runtime/core/pause.h"
#include "runtime/core/process.h"

namespace tarry::runtime::core {

// Returns whether the recording begins outside. Called before the first event. Caller: in a
// QuietSection.
bool begins_outside();

// Returns false if the filter excludes this process; it is then outside for ever. Thread: any.
// Signal: no.
bool apply_rank_window(std::uint32_t rank);

// Thread: any. Signal: safe.
inline bool is_at_border(EventTime time) {
  return time.ticks >= process.next_border.load(std::memory_order_relaxed);
}
inline bool may_be_at_border() {
  return process.next_border.load(std::memory_order_relaxed) != Process::kNever;
}

// Checks whether a border has been passed. Thread: any, not in a QuietSection. Signal: safe.
[[gnu::cold, gnu::noinline]] void pass_border();

}  // namespace tarry::runtime::core

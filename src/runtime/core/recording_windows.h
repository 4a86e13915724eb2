// SPDX-License-Identifier: BSD-3-Clause
// The ranks and times that a filter keeps. What lies outside of them is a pause like those that the
// program makes itself (pause.h): its files are there, and what must be known later is followed.
//
// Times are counted from the start of `tarry record`, so that they are the same for all processes
// as far as the clocks of their hosts agree. No thread waits for them: the first event behind a
// border finds it passed.
#pragma once

#include <cstdint>

#include "runtime/core/pause.h"
#include "runtime/core/process.h"

namespace tarry::runtime::core {

// Before the first event: whether the recording begins outside. Thread: in a QuietSection.
bool begins_outside();

// False if the filter says that this process is outside: it is so for ever then. Thread: any.
// Signal: no.
bool apply_rank_window(std::uint32_t rank);

// Thread: any. Signal: safe.
inline bool is_at_border(EventTime time) {
  return time.ticks >= process.next_border.load(std::memory_order_relaxed);
}
inline bool may_be_at_border() {
  return process.next_border.load(std::memory_order_relaxed) != Process::kNever;
}

// Looks whether a border has been passed. Thread: any, not in a QuietSection. Signal: safe.
[[gnu::cold, gnu::noinline]] void pass_border();

}  // namespace tarry::runtime::core

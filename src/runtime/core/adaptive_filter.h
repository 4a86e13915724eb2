// SPDX-License-Identifier: BSD-3-Clause
// Functions with hooks that are called often and do little leave themselves out while the program
// runs: docs/decisions/049-adaptive-filter.md.
//
// A full window shows how often a function was called and how long it took. So the hooks cost
// nothing more as long as a function is recorded. Afterwards one of many visits is timed: a
// function that takes longer later comes back.
#pragma once

#include <cstdint>

#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// Leaves those functions out from now on whose visits in the thread's window took less than
// --adaptive on average, held nothing but functions, and cost a good part of the time to record. A
// filter of the user with rules for functions decides alone. Call it when the window is full.
// Caller: in a QuietSection.
void leave_out_short_functions(ThreadState& thread);

// Tells how many calls were left out. Call it once, at the end. Caller: in a QuietSection.
void define_short_calls();

// Begins to time a visit of a function that has left itself out. Signal: safe.
[[gnu::cold, gnu::noinline]] void look_at_visit(std::uint64_t address);
// Ends that. A function that takes long again and again is recorded from then on. Signal: safe.
[[gnu::cold, gnu::noinline]] void end_look(std::uint64_t address);

// For the hooks of functions that have left themselves out. Thread: any. Signal: safe.
inline void enter_short_function(std::uint64_t address) {
  ShortCalls& calls = this_thread.short_calls;
  const bool is_missed = this_thread.limit.load(std::memory_order_relaxed) != 0;
  const std::uint64_t count = calls.count.load(std::memory_order_relaxed);
  calls.count.store(count + (is_missed ? 1 : 0), std::memory_order_relaxed);
  if (--calls.until_look == 0 || calls.suspect == address) [[unlikely]]
    look_at_visit(address);
}

inline void leave_short_function(std::uint64_t address) {
  if (this_thread.short_calls.watched == address) [[unlikely]]
    end_look(address);
}

}  // namespace tarry::runtime::core

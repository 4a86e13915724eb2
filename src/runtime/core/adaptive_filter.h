// SPDX-License-Identifier: BSD-3-Clause
// The adaptive filter: while the program runs, it excludes functions with hooks that are called
// often and do little. docs/decisions/049-adaptive-filter.md says why and how.
//
// A full window shows how often each function was called and how long its calls took, so the hooks
// cost nothing more as long as a function is recorded. Once a function is excluded, one of many
// visits is timed; a function that has become longer is recorded again.
#pragma once

#include <cstdint>

#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// Excludes from now on every function whose visits in the thread's window took less than --adaptive
// on average, contained nothing but functions, and cost a good part of the time to record. Does
// nothing if the user's filter has rules for functions. Call it when the window is full. Caller: in
// a QuietSection.
void leave_out_short_functions(ThreadState& thread);

// Defines how many calls were left out. Call it once, at the end. Caller: in a QuietSection.
void define_short_calls();

// Begins to time a visit of an excluded function. Signal: safe.
[[gnu::cold, gnu::noinline]] void look_at_visit(std::uint64_t address);
// Ends the timing. A function that repeatedly takes long is recorded from then on. Signal: safe.
[[gnu::cold, gnu::noinline]] void end_look(std::uint64_t address);

// Called by the hooks of excluded functions. Thread: any. Signal: safe.
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

// SPDX-License-Identifier: BSD-3-Clause
// Call stacks at recorded calls, for programs without instrumentation: the functions from main down
// to the call become regions around it, as if they had been instrumented.
// docs/decisions/045-call-stacks.md
//
// A function is entered at the first call in it. When the next call shows that it has ended, it is
// left at the end of the previous call: the time between two calls belongs to the innermost
// function that both have in common.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/core/call_stack_life.h"
#include "runtime/core/clock.h"
#include "runtime/core/entry.h"
#include "runtime/core/thread_state.h"
#include "runtime/stacks/caller.h"
#include "runtime/stacks/own_region.h"

namespace tarry::runtime::stacks {

// True if stacks are wanted and the program has no function hooks.
extern constinit std::atomic<bool> are_taken;

// From now on no function is entered, because other processes would not know its region. Thread:
// any.
void define_no_more();

// Notes in the definitions log at how many MPI calls the stack was incomplete. Thread: any.
void note_incomplete();

// Part of at_call(): takes the stack if it has changed. Thread: any. Signal: safe.
[[gnu::noinline]] void take(const Caller& caller);

// Called before the enter of a recorded call. Thread: any. Signal: safe.
inline void at_call(const core::Entry& entry) {
  if (!are_taken.load(std::memory_order_relaxed)) return;
  take({reinterpret_cast<std::uint64_t>(entry.caller()),
        reinterpret_cast<std::uint64_t>(entry.frame()),
        *static_cast<const std::uint64_t*>(entry.frame_pointer())});
}

// Returns whether the stack is the one of the last call; counts the call if it is. Without stacks
// it returns false. The values are those of a Caller: passed in memory, they would have to wait for
// the stores of their parts. Thread: any. Signal: safe.
[[gnu::noinline]] bool is_as_before(std::uint64_t pc, std::uint64_t cfa, std::uint64_t rbp);

// Lets a streak of polls check by itself that the stack is the one of its last call. Returns false
// if it cannot. Thread: any. Signal: safe.
bool may_repeat_stack(core::PollStreak& polls);

// Called after the leave of that call, which has the time `time`.
[[gnu::noinline]] void remember_end(core::ThreadState& thread, core::EventTime time);
inline void after_call(core::EventTime time) {
  if (core::this_thread.stack != nullptr) remember_end(core::this_thread, time);
}

// Called before a record with this time, for something that contains no calls of MPI. `begins`:
// also if no stack of this thread has been taken before.
[[gnu::noinline]] void take_here(core::EventTime time, bool begins);
inline void at_leaf(core::EventTime time) {
  if (core::this_thread.stack != nullptr) take_here(time, false);
}
inline void at_fork(core::EventTime time) {
  if (are_taken.load(std::memory_order_relaxed)) take_here(time, true);
}

// Called before enter and leave, with this time, of a region in which calls may be made. Without
// `takes`, the functions that were entered in the surrounding region are left instead. `region`:
// the user region, which may be the innermost function itself; nullptr: another construct.
[[gnu::noinline]] void enter_region(core::EventTime time, bool takes,
                                    const NamedRegion* region = nullptr);
[[gnu::noinline]] void leave_region(core::EventTime time);

}  // namespace tarry::runtime::stacks

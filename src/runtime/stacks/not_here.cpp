// SPDX-License-Identifier: BSD-3-Clause
// Replaces call_stacks.cpp where no call stacks are taken: on processors for which there is no
// unwinder, and in static programs.
#include "runtime/stacks/call_stacks.h"

namespace tarry::runtime::stacks {

constinit std::atomic<bool> are_taken{false};

void begin() {}
void define_no_more() {}
void note_incomplete() {}
void take(const Caller&) {}
bool is_as_before(std::uint64_t, std::uint64_t, std::uint64_t) { return false; }
bool may_repeat_stack(core::PollStreak&) { return false; }
void remember_end(core::ThreadState&, core::EventTime) {}
void take_here(core::EventTime, bool) {}
void enter_region(core::EventTime, bool, const NamedRegion*) {}
void leave_region(core::EventTime) {}
void end_thread(core::ThreadState&) {}

}  // namespace tarry::runtime::stacks

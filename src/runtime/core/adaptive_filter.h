// SPDX-License-Identifier: BSD-3-Clause
// Functions with hooks that are called often and do little leave themselves out while the program
// runs: docs/decisions/049-adaptive-filter.md.
//
// A full window shows how often a function was called and how long it took. So the hooks cost
// nothing more as long as a function is recorded.
#pragma once

#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// Leaves those functions out from now on whose visits in the thread's window took less than
// --adaptive on average, held nothing but functions, and cost a good part of the time to record.
// Call it when the window is full. Caller: in a QuietSection.
void leave_out_short_functions(const ThreadState& thread);

// Tells how many calls were left out. Once, at the end. Caller: in a QuietSection.
void define_calls_left_out();

}  // namespace tarry::runtime::core

// SPDX-License-Identifier: BSD-3-Clause
// A stack of our own for what needs more of it than a thread of the program may have left:
// demangling a name and matching it take up to some hundred kilobytes.
#pragma once

namespace tarry::runtime::core {

// Calls `function` with `argument` on that stack. Thread: in a QuietSection. Signal: safe.
void call_on_own_stack(void (*function)(void*), void* argument);

}  // namespace tarry::runtime::core

// SPDX-License-Identifier: BSD-3-Clause
// A stack of our own for work that needs more of it than a thread of the program may have left:
// demangling a name and matching it takes up to several hundred kilobytes.
#pragma once

namespace tarry::runtime::core {

// Calls `function` with `argument` on that stack. Caller: in a QuietSection. Signal: safe.
void call_on_own_stack(void (*function)(void*), void* argument);

}  // namespace tarry::runtime::core

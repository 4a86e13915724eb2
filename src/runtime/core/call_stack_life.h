// SPDX-License-Identifier: BSD-3-Clause
// What the life cycle of process and threads tells the call stacks. runtime/stacks defines these
// functions, and includes the core; the core knows no more of it.
#pragma once

namespace tarry::runtime::core {
struct ThreadState;
}  // namespace tarry::runtime::core

namespace tarry::runtime::stacks {

// Called by the library constructor when the settings are known.
void begin();

// The thread ends and records nothing more. Thread: owner.
void end_thread(core::ThreadState& thread);

}  // namespace tarry::runtime::stacks

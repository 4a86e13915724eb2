// SPDX-License-Identifier: BSD-3-Clause
// Tells from the addresses of two frames of one thread which of them has ended. Stacks grow
// downwards: a running frame shows that all frames below it are over and that an earlier frame at
// its own place was left by a jump. A signal handler on an alternate stack shows nothing about the
// stack that it has interrupted, which may lie below.
#pragma once

#include <cstdint>

namespace tarry::runtime::core {

// Requires outer <= here. Returns false if `here` is on the thread's alternate stack for signal
// handlers and `outer` is not. Asks the system. Thread: any. Signal: safe.
[[gnu::cold, gnu::noinline]] bool is_on_same_stack(std::uintptr_t outer, std::uintptr_t here);

// Returns whether the frame at `outer` is over, given that a frame at `here` runs. 0 stands for no
// frame and counts as over. Thread: any. Signal: safe.
inline bool is_over(std::uintptr_t outer, std::uintptr_t here) {
  return outer == 0 || (here >= outer && is_on_same_stack(outer, here));
}

}  // namespace tarry::runtime::core

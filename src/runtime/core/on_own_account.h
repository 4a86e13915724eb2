// SPDX-License-Identifier: BSD-3-Clause
// Marks what the runtime does on its own account, such as allocating memory or calling MPI or the
// system. It keeps the program's errno, and samples that are taken meanwhile do not count for the
// program (docs/decisions/029-sampling.md). The hot path does nothing that could change errno, and
// the function behind a wrapper may change it: so an OnOwnAccount stands around such work, never
// around a whole wrapper.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/core/keep_errno.h"
#include "runtime/core/stack_order.h"

namespace tarry::runtime::core {

// The address on the stack of the thread's outermost OnOwnAccount; 0: there is none. After a jump
// out of it, the address stays until the next OnOwnAccount further out. The thread's signal
// handlers use it as well.
inline constinit thread_local std::atomic<std::uintptr_t> own_account{0};

class OnOwnAccount {
 public:
  OnOwnAccount() {
    const auto here = reinterpret_cast<std::uintptr_t>(this);
    const std::uintptr_t outer = own_account.load(std::memory_order_relaxed);
    is_outermost_ = is_over(outer, here);
    if (is_outermost_) own_account.store(here, std::memory_order_relaxed);
  }
  ~OnOwnAccount() {
    if (is_outermost_) own_account.store(0, std::memory_order_relaxed);
  }
  OnOwnAccount(const OnOwnAccount&) = delete;
  OnOwnAccount& operator=(const OnOwnAccount&) = delete;

 private:
  KeepErrno keep_errno_;
  bool is_outermost_;
};

}  // namespace tarry::runtime::core

// SPDX-License-Identifier: BSD-3-Clause
// What the runtime does on its own account, such as to allocate memory or to call MPI or the
// system. It leaves the program's errno alone, and samples that are taken meanwhile are not the
// program's (docs/decisions/029-sampling.md). The hot path does nothing that could change errno,
// and the function behind a wrapper may: so one of these stands where such work is, not around the
// whole of a wrapper.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/core/keep_errno.h"
#include "runtime/core/stack_order.h"

namespace tarry::runtime::core {

// Where on its stack the outermost OnOwnAccount of the thread is; 0: there is none. After a jump
// out of one it stays, until the next one further out. For signal handlers of the thread as well.
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

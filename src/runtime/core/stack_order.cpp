// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/stack_order.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tarry::runtime::core {

// This calls the system directly, because others interpose the function of the C library.
bool is_on_same_stack(std::uintptr_t outer, std::uintptr_t here) {
  stack_t alternate{};
  if (syscall(SYS_sigaltstack, nullptr, &alternate) != 0) return true;
  if ((alternate.ss_flags & SS_DISABLE) != 0) return true;
  const auto begin = reinterpret_cast<std::uintptr_t>(alternate.ss_sp);
  const auto holds = [&](std::uintptr_t at) {
    return at >= begin && at - begin < alternate.ss_size;
  };
  return !holds(here) || holds(outer);
}

}  // namespace tarry::runtime::core

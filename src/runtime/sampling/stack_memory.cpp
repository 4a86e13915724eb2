// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/stack_memory.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace tarry::runtime::sampling {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kFarthest = 256u << 10;  // of a stack that is not known

// The kernel copies the set before it looks at the first argument, which is wrong in any case.
bool is_readable(std::uint64_t address) {
  const int kept = errno;
  const long answer = syscall(SYS_rt_sigprocmask, ~0, address, nullptr, 8);
  const bool readable = answer != 0 && errno == EINVAL;
  errno = kept;
  return readable;
}

}  // namespace

void StackMemory::enter(std::uint64_t stack_pointer) {
  is_known_ = true;
  range_ = {stack_pointer, stack_pointer};
  if (thread_.holds(stack_pointer))
    range_.end = thread_.end;
  else if (alternate_.holds(stack_pointer))
    range_.end = alternate_.end;
  else
    is_known_ = false;
}

bool StackMemory::extend_to(std::uint64_t address) {
  if (is_known_ || address % 8 != 0) return false;
  if (address < range_.begin || address - range_.begin >= kFarthest) return false;
  while (range_.end <= address) {
    const std::uint64_t page = range_.end / kPage * kPage;
    if (!is_readable(page)) return false;
    range_.end = page + kPage;
  }
  return true;
}

}  // namespace tarry::runtime::sampling

// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/unwinding/stack_memory.h"

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

namespace tarry::runtime::unwinding {
namespace {

constexpr std::uint64_t kPage = 4096;
// The area below the stack pointer in which an ending function has what it has just popped.
constexpr std::uint64_t kRedZone = 128;
constexpr std::uint64_t kFarthest = 256u << 10;  // limit for unknown stacks
// A stack without a limit reaches down to the next mapping at the time of the query, so we cap it.
constexpr std::uint64_t kLargest = std::uint64_t{1} << 30;

// The kernel copies the set before it looks at the first argument, which is always invalid.
bool is_readable(std::uint64_t address) {
  const int kept = errno;
  const long answer = syscall(SYS_rt_sigprocmask, ~0, address, nullptr, 8);
  const bool readable = answer != 0 && errno == EINVAL;
  errno = kept;
  return readable;
}

}  // namespace

StackRange stack_of_this_thread() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* begin = nullptr;
  std::size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &begin, &size) == 0;
  pthread_attr_destroy(&attributes);
  const auto address = reinterpret_cast<std::uint64_t>(begin);
  if (!known) return {};
  return {size > kLargest ? address + size - kLargest : address, address + size};
}

void StackMemory::enter(std::uint64_t stack_pointer) {
  const StackRange* const known = thread_.holds(stack_pointer)      ? &thread_
                                  : alternate_.holds(stack_pointer) ? &alternate_
                                                                    : nullptr;
  is_known_ = known != nullptr;
  has_left_thread_ |= known != &thread_;
  range_ = {stack_pointer - kRedZone, is_known_ ? known->end : stack_pointer};
  if (is_known_) range_.begin = std::max(range_.begin, known->begin);
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

}  // namespace tarry::runtime::unwinding

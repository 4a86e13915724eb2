// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/unwinding/stack_memory.h"

#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

namespace tarry::runtime::unwinding {
namespace {

// The area below the stack pointer in which an ending function has what it has just popped.
constexpr std::uint64_t kRedZone = 128;
constexpr std::uint64_t kFarthest = 256u << 10;  // limit for unknown stacks
// A stack without a limit reaches down to the next mapping at the time of the query, so we cap it.
constexpr std::uint64_t kLargest = std::uint64_t{1} << 30;

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
  range_ = {stack_pointer - kRedZone, is_known_ ? known->end : stack_pointer + kFarthest};
  if (is_known_) range_.begin = std::max(range_.begin, known->begin);
}

// Where the kernel refuses to copy (seccomp), nothing of an unknown stack is read.
bool StackMemory::copy(std::uint64_t address, std::uint64_t& value) {
  const int kept = errno;
  const iovec to{&value, sizeof value};
  const iovec from{reinterpret_cast<void*>(address), sizeof value};
  const bool is_copied = process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof value;
  errno = kept;
  return is_copied;
}

}  // namespace tarry::runtime::unwinding

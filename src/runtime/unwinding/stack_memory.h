// SPDX-License-Identifier: BSD-3-Clause
// The part of a stack that may be read: from the interrupted function's stack pointer up to the end
// of the stack. Where stacks end that we were not told about (coroutines) nobody knows, and what is
// mapped behind them may go at any moment, so the kernel copies each word of them.
#pragma once

#include <cstdint>

namespace tarry::runtime::unwinding {

struct StackRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] bool holds(std::uint64_t address) const {
    return address >= begin && address < end;
  }
};

// Returns the stack that the calling thread began with, as far as the C library knows it. Signal:
// no.
StackRange stack_of_this_thread();

// Thread: its owner. Signal: safe.
class StackMemory {
 public:
  // `thread`: the stack that the thread began with; `alternate`: the one for its signal handlers.
  StackMemory(StackRange thread, StackRange alternate) : thread_(thread), alternate_(alternate) {}

  // Sets the stack pointer that is valid from here on.
  void enter(std::uint64_t stack_pointer);

  // Returns whether a part of the walk was outside of the thread's stack, where memory may become
  // unreadable later.
  [[nodiscard]] bool has_left_thread() const { return has_left_thread_; }

  // Returns false if the address must not be read or is not aligned.
  bool read(std::uint64_t address, std::uint64_t& value) {
    if (address % 8 != 0 || !range_.holds(address)) return false;
    if (!is_known_) return copy(address, value);
    value = *reinterpret_cast<const std::uint64_t*>(address);
    return true;
  }

 private:
  static bool copy(std::uint64_t address, std::uint64_t& value);

  StackRange thread_;
  StackRange alternate_;
  StackRange range_;
  bool is_known_ = false;
  bool has_left_thread_ = false;
};

}  // namespace tarry::runtime::unwinding

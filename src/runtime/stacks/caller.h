// SPDX-License-Identifier: BSD-3-Clause
// The place where a function of ours was called: the start of a walk up the stack.
#pragma once

#include <cstdint>

namespace tarry::runtime::stacks {

struct Caller {
  std::uint64_t pc = 0;   // the return address of the function
  std::uint64_t cfa = 0;  // its canonical frame address: the stack pointer when it has returned
  std::uint64_t rbp = 0;  // the caller's value
};

}  // namespace tarry::runtime::stacks

// Returns the caller of the function that it is used in. It makes the compiler save the caller's
// rbp where the frame pointer points to.
#define TARRY_CALLER()                                              \
  (::tarry::runtime::stacks::Caller{                                \
      reinterpret_cast<std::uint64_t>(__builtin_return_address(0)), \
      reinterpret_cast<std::uint64_t>(__builtin_dwarf_cfa()),       \
      *static_cast<const std::uint64_t*>(__builtin_frame_address(0))})

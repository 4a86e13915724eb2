// SPDX-License-Identifier: BSD-3-Clause
// Where a function of ours was called: what walking up the stack begins with.
#pragma once

#include <cstdint>

namespace tarry::runtime::stacks {

struct Caller {
  std::uint64_t pc = 0;   // where the function returns to
  std::uint64_t cfa = 0;  // its canonical frame address: the stack pointer when it has returned
  std::uint64_t rbp = 0;  // its caller's
};

}  // namespace tarry::runtime::stacks

// Of the function that this stands in. It makes the compiler keep the caller's rbp where the frame
// pointer points to.
#define TARRY_CALLER()                                              \
  (::tarry::runtime::stacks::Caller{                                \
      reinterpret_cast<std::uint64_t>(__builtin_return_address(0)), \
      reinterpret_cast<std::uint64_t>(__builtin_dwarf_cfa()),       \
      *static_cast<const std::uint64_t*>(__builtin_frame_address(0))})

// SPDX-License-Identifier: BSD-3-Clause
// MPI handles are pointers in one MPI library and integers in another; tables need one type for
// both.
#pragma once

#include <cstdint>
#include <type_traits>

namespace tarry::runtime::mpi {

template <class Handle>
std::uint64_t handle_bits(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>)
    return reinterpret_cast<std::uintptr_t>(handle);
  else
    return static_cast<std::uint64_t>(handle);
}

}  // namespace tarry::runtime::mpi

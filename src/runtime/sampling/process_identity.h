// SPDX-License-Identifier: BSD-3-Clause
// The identity of this process, as far as its environment tells it: launchers give each process its
// rank long before MPI_Init, and also to programs that are linked with MPI statically.
#pragma once

#include <cstdint>

namespace tarry::runtime::sampling {

struct ProcessIdentity {
  bool has_rank = false;
  std::uint32_t rank = 0;
  std::uint32_t size = 1;
};

ProcessIdentity identify_process();

// Returns true for a shell, a launcher of MPI programs or another program whose work is to start
// others: the user wants samples of those others.
bool only_starts_others(const char* program);

}  // namespace tarry::runtime::sampling

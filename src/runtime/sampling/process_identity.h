// SPDX-License-Identifier: BSD-3-Clause
// Which process this is, as far as its environment tells: launchers give each process its rank long
// before MPI_Init, and also to programs that are linked with MPI statically.
#pragma once

#include <cstdint>

namespace tarry::runtime::sampling {

struct ProcessIdentity {
  bool has_rank = false;
  std::uint32_t rank = 0;
  std::uint32_t size = 1;
};

ProcessIdentity identify_process();

// A shell, a launcher of MPI programs or another program whose work is to start others: they are
// what the user wants sampled.
bool only_starts_others(const char* program);

}  // namespace tarry::runtime::sampling

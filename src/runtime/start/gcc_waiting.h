// SPDX-License-Identifier: BSD-3-Clause
// Makes LLVM's OpenMP runtime wait as GCC's does, where it stands in for it. GCC's runtime spins
// for some milliseconds without giving up the core and then sleeps; with more threads than cores it
// sleeps at once. LLVM's spins for 200 ms and yields meanwhile.
#pragma once

#include <string>
#include <vector>

namespace tarry::runtime::start {

// The inputs of GCC's runtime. Texts are the values of environment variables; empty: not set.
struct GccWaiting {
  std::string spin_count;   // GOMP_SPINCOUNT
  std::string wait_policy;  // OMP_WAIT_POLICY
  std::string threads;      // OMP_NUM_THREADS
  unsigned cores = 1;       // cores that this process may use
  double spin_ns = 0;       // duration of one turn of its loop
};

// Returns the value of KMP_BLOCKTIME that comes closest: milliseconds, or "infinite". An empty
// result means that LLVM's runtime follows OMP_WAIT_POLICY by itself.
std::string block_time(const GccWaiting& waiting);

// Returns NAME=VALUE texts for the environment of this process' program. They never override what
// the user has set.
std::vector<std::string> variables_to_wait_like_gcc();

}  // namespace tarry::runtime::start

// SPDX-License-Identifier: BSD-3-Clause
// Makes LLVM's OpenMP runtime wait as GCC's does, where it stands in for it: GCC's spins for some
// milliseconds without giving up the core and then sleeps; with more threads than cores it sleeps
// at once. LLVM's spins for 200 ms and yields meanwhile.
#pragma once

#include <string>
#include <vector>

namespace tarry::runtime::start {

// What GCC's runtime goes by. Texts are those of environment variables; empty: not set.
struct GccWaiting {
  std::string spin_count;   // GOMP_SPINCOUNT
  std::string wait_policy;  // OMP_WAIT_POLICY
  std::string threads;      // OMP_NUM_THREADS
  unsigned cores = 1;       // that this process may use
  double spin_ns = 0;       // one turn of its loop
};

// The value of KMP_BLOCKTIME that comes closest: milliseconds, or "infinite". Empty: LLVM's runtime
// does by itself what OMP_WAIT_POLICY says.
std::string block_time(const GccWaiting& waiting);

// NAME=VALUE for the environment of this process' program. Nothing that the user has set is
// changed.
std::vector<std::string> variables_to_wait_like_gcc();

}  // namespace tarry::runtime::start

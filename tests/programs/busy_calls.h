// SPDX-License-Identifier: BSD-3-Clause
// The parts of busy that call MPI where a stack is not what it usually is: ten thousand frames,
// coroutines, frames left by jumps, signal handlers on other stacks, code without call frame
// information, libraries that come and go, split stacks, threads, children.
#pragma once

#include <vector>

namespace busy {

// Each returns the same number each time. `folder`: of the libraries that they load. Two ranks.
std::vector<long (*)()> call_parts(const char* folder);

// Returns how often this process has called MPI_Initialized, without the calls of its children.
long initialized_calls();

}  // namespace busy

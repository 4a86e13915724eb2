// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/openmp_frames.h"

#include <fnmatch.h>

#include <algorithm>
#include <iterator>

namespace tarry::diagnosis {
namespace {

constexpr const char* kRuntime[] = {"libgomp.so*+0x*", "libomp.so*+0x*", "libiomp5.so*+0x*",
                                    "GOMP_*",          "gomp_*",         "__kmp*",
                                    "omp_set_*lock",   "omp_set_*lock_", "omp_fulfill_*"};
// These functions call the body of a region. GCC's runtime waits for the end of the region in
// another function.
constexpr const char* kRegionBegin[] = {"GOMP_parallel", "GOMP_parallel_loop_*",
                                        "GOMP_parallel_sections", "GOMP_parallel_reductions",
                                        "__kmp_fork_call"};
constexpr const char* kLock[] = {"GOMP_critical_*", "GOMP_atomic_*",    "omp_set_*lock",
                                 "omp_set_*lock_",  "__kmpc_critical*", "__kmpc_set_*lock"};
// The runtimes wait in these functions.
constexpr const char* kSystem[] = {"*sched_yield", "syscall", "*futex*", "*pthread_cond_*wait*"};
// These frames are above the first function of a thread.
constexpr const char* kThreadBegin[] = {"*clone", "*clone3", "*start_thread", "libc.so*+0x*",
                                        "libpthread.so*+0x*"};

template <std::size_t N>
bool is_one_of(const char* const (&patterns)[N], const std::string& name) {
  return std::any_of(std::begin(patterns), std::end(patterns),
                     [&](const char* pattern) { return fnmatch(pattern, name.c_str(), 0) == 0; });
}

// Returns the place of `frame`; `made` is that of its caller.
OpenmpPlace place_below(OpenmpPlace made, const std::string& name, std::uint32_t depth) {
  const bool is_runtime = is_one_of(kRuntime, name);
  if (made.outermost == 0) {
    if (!is_runtime) made.is_thread_begin = made.is_thread_begin && is_one_of(kThreadBegin, name);
    if (!is_runtime) return made;
    made.outermost = depth;
  }
  const bool is_program = !is_runtime && !is_one_of(kSystem, name);
  if (made.program == 0) {
    made.is_region_begin = made.is_region_begin || is_one_of(kRegionBegin, name);
    if (is_program) made.program = depth;
  } else if (is_program) {
    made.wait = 0;  // a region in the region, or a task
  } else if (is_runtime && made.wait == 0) {
    made.wait = depth;
    made.is_lock = is_one_of(kLock, name);
  }
  return made;
}

}  // namespace

std::vector<OpenmpPlace> openmp_places(const samples::CallingContextTree& paths) {
  std::vector<OpenmpPlace> made(paths.size());
  made.front().is_thread_begin = true;
  for (std::uint32_t at = 1; at < paths.size(); ++at) {  // callers come before what they call
    const samples::FrameId frame{at};
    made[at] = made[paths.parent(frame).index()];
    if (!paths.is_loop(frame))
      made[at] = place_below(made[at], paths[frame].name, paths.depth(frame));
  }
  return made;
}

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// Tests which names are OpenMP's: names of each kind, as runtimes and Fortran compilers have them.
#include "diagnosis/evidence/openmp_frames.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tarry::diagnosis {
namespace {

// Returns the place of the innermost frame of a path.
OpenmpPlace place_of(const std::vector<std::string>& names) {
  samples::CallingContextTree paths;
  samples::FrameId frame = samples::CallingContextTree::kRoot;
  for (const std::string& name : names) {
    samples::Site site;
    site.name = name;
    frame = paths.child(frame, paths.intern(site));
  }
  return openmp_places(paths)[frame.index()];
}

TEST(OpenmpFrames, FunctionsThatTakeALockAreWaitsForIt) {
  for (const char* name :
       {"omp_set_lock", "omp_set_nest_lock", "omp_set_lock_", "omp_set_nest_lock_",
        "GOMP_critical_start", "GOMP_critical_name_start", "GOMP_atomic_start", "__kmpc_critical",
        "__kmpc_critical_with_hint", "__kmpc_set_lock", "__kmpc_set_nest_lock"}) {
    const OpenmpPlace place = place_of({"main", "GOMP_parallel", "body", name, "syscall"});
    EXPECT_EQ(place.outermost, 2u) << name;
    EXPECT_EQ(place.program, 3u) << name;
    EXPECT_EQ(place.wait, 4u) << name;
    EXPECT_TRUE(place.is_lock) << name;
  }
}

TEST(OpenmpFrames, OtherFunctionsOfTheRuntimeAreNoLocks) {
  for (const char* name : {"GOMP_barrier", "gomp_team_barrier_wait_end", "libgomp.so.1+0x1f780",
                           "__kmpc_barrier", "libomp.so.5+0x95980", "omp_fulfill_event"}) {
    const OpenmpPlace place = place_of({"main", "__kmpc_fork_call", "body", name});
    EXPECT_EQ(place.wait, 4u) << name;
    EXPECT_FALSE(place.is_lock) << name;
  }
}

TEST(OpenmpFrames, FunctionsOfTheProgramAreNotTheRuntimes) {
  for (const char* name : {"omp_set_locker", "omp_setting", "gompertz", "kmp", "unlock"}) {
    EXPECT_FALSE(place_of({"main", name}).is_inside()) << name;
    EXPECT_EQ(place_of({"main", "GOMP_parallel", "body", name}).wait, 0u) << name;
  }
}

}  // namespace
}  // namespace tarry::diagnosis

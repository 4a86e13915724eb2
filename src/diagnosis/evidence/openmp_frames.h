// SPDX-License-Identifier: BSD-3-Clause
// Tells by their names which frames of a call path belong to an OpenMP runtime. In packages of
// distributions, GCC's libgomp and LLVM's libomp have names for few of their own functions. A
// function without a name goes by its library, "libgomp.so.1+0x1f780".
#pragma once

#include <cstdint>
#include <vector>

#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

// The place of a thread relative to the runtime. Depths are 0 if there is no such frame.
struct OpenmpPlace {
  std::uint32_t outermost = 0;   // depth of the outermost frame of the runtime
  std::uint32_t program = 0;     // depth of the outermost frame of the program below that
  bool is_thread_begin = false;  // the runtime began the thread: the program has no frame above
  std::uint32_t wait = 0;        // depth of the frame of the runtime in which the program waits
  bool is_lock = false;          // the function of that frame, by its name, takes a lock
  bool is_region_begin = false;  // the path is below a function of the runtime that begins regions

  [[nodiscard]] bool is_inside() const { return outermost != 0; }
  [[nodiscard]] bool is_work() const { return program != 0; }
};

// Returns by frame the place at the end of its path. Thread: any.
std::vector<OpenmpPlace> openmp_places(const samples::CallingContextTree& paths);

}  // namespace tarry::diagnosis

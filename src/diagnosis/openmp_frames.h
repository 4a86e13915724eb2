// SPDX-License-Identifier: BSD-3-Clause
// Which frames of a call path are of an OpenMP runtime, by their names. GCC's libgomp and LLVM's
// libomp have few names of their own functions where they come from a distribution: what has none
// goes by its library, "libgomp.so.1+0x1f780".
#pragma once

#include <cstdint>
#include <vector>

#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

// Where a thread is with respect to the runtime.
struct OpenmpPlace {
  std::uint32_t outermost = 0;   // depth of the outermost frame of the runtime; 0: there is none
  std::uint32_t program = 0;     // likewise of the outermost one of the program below that; 0: none
  bool is_thread_begin = false;  // the runtime began the thread: nothing of the program is above
  std::uint32_t wait = 0;        // likewise of the runtime that the program waits in; 0: none
  bool is_lock = false;          // of that frame: by its name, it takes a lock
  bool is_region_begin = false;  // below the function of the runtime that begins regions

  [[nodiscard]] bool is_inside() const { return outermost != 0; }
  [[nodiscard]] bool is_work() const { return program != 0; }
};

// By frame: of the path to it. Thread: any.
std::vector<OpenmpPlace> openmp_places(const samples::CallingContextTree& paths);

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// How a program's use of OpenMP can be seen. One that OPARI2 has rewritten tells it itself (POMP2).
// LLVM's and Intel's runtimes offer OMPT. GCC's does
// not; LLVM's, loaded before it, stands in for it, as long as it has all functions that the program
// needs.
#pragma once

#include <string>

#include "launch/program.h"

namespace tarry::launch {

struct OpenMpPlan {
  bool is_recorded = false;
  std::string preload;          // the runtime that stands in for the program's own; mostly empty
  std::string variable;         // NAME=VALUE that goes with it; may be empty
  bool waits_like_gcc = false;  // that runtime is to wait as GCC's does
  std::string note;             // what the user should know before the run; may be empty
  std::string warning;          // what will be missing in the recording; may be empty
};

// How the user wants it: --openmp.
enum class OpenMpWish { Auto, Ompt, Pomp2, Off };

// With Auto, LLVM's runtime does not stand in where it is known to break programs of GCC, or may.
OpenMpPlan plan_openmp(const Program& program, OpenMpWish wish);

}  // namespace tarry::launch

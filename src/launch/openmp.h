// SPDX-License-Identifier: BSD-3-Clause
// Decides how a program's use of OpenMP can be observed. A program that OPARI2 has rewritten
// reports it itself (POMP2). The runtimes of LLVM and Intel offer OMPT. GCC's does not; LLVM's,
// loaded before it, stands in for it if it has all functions that the program needs.
#pragma once

#include <string>

#include "launch/program.h"

namespace tarry::launch {

struct OpenMpPlan {
  bool is_recorded = false;
  std::string preload;          // the runtime that stands in for the program's own; usually empty
  std::string variable;         // NAME=VALUE for that runtime; may be empty
  bool waits_like_gcc = false;  // that runtime is to wait in the way of GCC's
  std::string note;             // message to the user before the run; may be empty
  std::string warning;          // says what the recording will lack; may be empty
};

// The user's choice, from --openmp.
enum class OpenMpWish { Auto, Ompt, Pomp2, Off };

// With Auto, LLVM's runtime does not stand in if it is known to break programs of GCC, or might.
OpenMpPlan plan_openmp(const Program& program, OpenMpWish wish);

}  // namespace tarry::launch

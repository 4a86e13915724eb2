// SPDX-License-Identifier: BSD-3-Clause
// tarry instrument --openmp pomp2: each source goes through the preprocessor, OPARI2 and the
// compiler, with temporary files in between; objects get the names that the user wants.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/compile_command.h"
#include "cli/installation.h"

namespace tarry::cli {

enum class Pomp2Run { Silent, Shown, OnlyShown };

// Returns whether the command compiles sources that use OpenMP, as far as its options tell.
bool needs_opari(const CompileStep& step);

// Returns the status of the first command that failed, or 0.
base::Result<int> build_with_opari(const std::vector<std::string>& words, const CompileStep& step,
                                   const Compiler& compiler, const Installation& installation,
                                   const Instrumentation& wanted, Pomp2Run run);

}  // namespace tarry::cli

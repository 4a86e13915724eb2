// SPDX-License-Identifier: BSD-3-Clause
// The parts of a program in C that make it run with any number of ranks: the extents of the grid,
// their checks, the own coordinates, and the communicators of rows, columns and planes.
#pragma once

#include <string>

#include "compressed/emit/scale.h"

namespace tarry::emit {

// Returns the lines of the leading comment on how to run it.
std::string scale_usage(const Scale& scale, bool has_files);
// Returns the declarations and functions; `program` is all text that may use them. With files, one
// more argument is what the names of scratch files begin with.
std::string scale_functions(const Scale& scale, const std::string& program, bool has_files);
// Returns the statements behind MPI_Init.
std::string scale_prologue(const Scale& scale, bool has_communicators);

}  // namespace tarry::emit

// SPDX-License-Identifier: BSD-3-Clause
// Finds in debug information, after the run, the functions that the compiler inlined around an
// instruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "code/symbolizer.h"

namespace tarry::code {

// Returns the functions around each of the instructions at `offsets` (address minus load bias) in
// the object file `module`: the outermost first, at most `most` of them, and without the function
// that has the code. Returns none without debug information.
std::vector<std::vector<FunctionName>> inlined_functions(const std::string& module,
                                                         const std::vector<std::uint64_t>& offsets,
                                                         std::size_t most);

}  // namespace tarry::code

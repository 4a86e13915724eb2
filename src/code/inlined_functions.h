// SPDX-License-Identifier: BSD-3-Clause
// The functions that the compiler inlined around an instruction, after the run, from debug
// information.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "code/symbolizer.h"

namespace tarry::code {

// The functions around each of the instructions at `offsets` (address minus load bias) in the
// object file `module`, the outermost first and at most `most` of them, without the function that
// has the code. None without debug information.
std::vector<std::vector<FunctionName>> inlined_functions(const std::string& module,
                                                         const std::vector<std::uint64_t>& offsets,
                                                         std::size_t most);

}  // namespace tarry::code

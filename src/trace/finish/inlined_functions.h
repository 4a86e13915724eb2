// SPDX-License-Identifier: BSD-3-Clause
// Which functions the compiler has inlined around an instruction, after the run, from debug
// information.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "filter/filter.h"
#include "trace/finish/symbolizer.h"

namespace tarry::trace::finish {

// The functions around each of the instructions at `offsets` (address minus load bias) in the
// object file `module`, the outermost first, without the function that has the code. None without
// debug information.
std::vector<std::vector<FunctionName>> inlined_functions(const std::string& module,
                                                         const std::vector<std::uint64_t>& offsets);

// The rules that the experiment was recorded with: what they leave out is not shown as an inlined
// function either. Without rules, or if they cannot be read, the filter is empty.
filter::Filter recorded_filter(const std::filesystem::path& experiment);

}  // namespace tarry::trace::finish

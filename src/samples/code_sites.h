// SPDX-License-Identifier: BSD-3-Clause
// What an instruction is in a call path: its function, the loops around it there, the functions
// that are inlined, and so on.
#pragma once

#include <string>
#include <vector>

#include "code/code_places.h"
#include "samples/calling_context_tree.h"
#include "samples/code_structure.h"

namespace tarry::samples {

// From the outermost inwards. The first one has no place: its callers have it. `structure`: nullptr
// if no loops are known.
std::vector<Site> sites_of(const code::CodePlace& functions, const InstructionStructure* structure,
                           const std::string& module);

// What is called at an instruction, without its name.
Site called_site(const code::CodePlace& functions, const std::string& module,
                 std::uint64_t return_address);

}  // namespace tarry::samples

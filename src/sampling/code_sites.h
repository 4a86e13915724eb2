// SPDX-License-Identifier: BSD-3-Clause
// What an instruction is in a call path: its function, the loops around it there, the functions
// that are inlined, and so on.
#pragma once

#include <string>
#include <vector>

#include "sampling/calling_context_tree.h"
#include "sampling/code_structure.h"
#include "trace/finish/code_places.h"

namespace tarry::sampling {

// From the outermost inwards. The first one has no place: its callers have it. `structure`: nullptr
// if no loops are known.
std::vector<Site> sites_of(const trace::finish::CodePlace& functions,
                           const InstructionStructure* structure, const std::string& module);

// What is called at an instruction, without its name.
Site called_site(const trace::finish::CodePlace& functions, const std::string& module,
                 std::uint64_t return_address);

}  // namespace tarry::sampling

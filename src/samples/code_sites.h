// SPDX-License-Identifier: BSD-3-Clause
// The frames of an instruction in a call path: its function, the loops around it there, the
// functions that are inlined there, and so on.
#pragma once

#include <string>
#include <vector>

#include "code/code_places.h"
#include "samples/calling_context_tree.h"
#include "samples/code_structure.h"

namespace tarry::samples {

// Returns the sites from the outermost inwards. The first one has no place, because its callers
// have it. `structure`: nullptr if no loops are known.
std::vector<Site> sites_of(const code::CodePlace& functions, const InstructionStructure* structure,
                           const std::string& module);

// Returns the site of what is called at an instruction, without its name.
Site called_site(const code::CodePlace& functions, const std::string& module,
                 std::uint64_t return_address);

}  // namespace tarry::samples

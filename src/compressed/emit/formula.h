// SPDX-License-Identifier: BSD-3-Clause
// Finds how the values that a call uses one after another follow from the loops around it.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/emit/program.h"

namespace tarry::emit {

// The loops around a place, the outermost first, for one class of ranks. Extent 0 means that the
// number of passes changes.
using Nest = std::vector<Formula::Index>;

// Returns the shortest table that gives `values`, which must not be empty.
Formula find_formula(const std::vector<std::int64_t>& values, const Nest& nest);

}  // namespace tarry::emit

// SPDX-License-Identifier: BSD-3-Clause
// Programs that communicate through windows, with displacements, sizes and targets that depend on
// the number of ranks and on the place of a rank.
#pragma once

#include <span>

#include "compressed/synthetic/grid_programs.h"

namespace tarry::compressed::synthetic {

std::span<const Entry> one_sided_programs();

}  // namespace tarry::compressed::synthetic

// SPDX-License-Identifier: BSD-3-Clause
// The law by which computation follows from the place of a rank, as an expression of C over the
// coordinates at.x, at.y, at.z, the extents x, y, z, and rank and size.
#pragma once

#include <string>
#include <vector>

#include "compressed/extrapolate/rank_law.h"

namespace tarry::emit {

// `parts`: an expression for each part of the law. An expression that is a sum must be in
// parentheses.
std::string law_text(const compressed::RankLaw& law, const std::vector<std::string>& parts);

}  // namespace tarry::emit

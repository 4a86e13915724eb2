// SPDX-License-Identifier: BSD-3-Clause
// Classes of ranks that do the same at an event: they share the value vectors of all elements that
// are considered, so a result computed for one of them holds for all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// Returns the classes by lowest rank; together they are event.ranks. A rank whose values come from
// a histogram is alone because each draws its own. Thread: any.
std::vector<RankSet> rank_classes(const Event& event, std::span<const Parameter> parameters);

}  // namespace tarry::compressed

// SPDX-License-Identifier: BSD-3-Clause
// Ranks that do the same at an event: they share the value vectors of all elements that are looked
// at. What is computed of one of them holds for all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// By lowest rank; together they are event.ranks. Ranks whose values were given up for a histogram
// are alone: each draws its own. Thread: any.
std::vector<RankSet> rank_classes(const Event& event, std::span<const Parameter> parameters);

}  // namespace tarry::compressed

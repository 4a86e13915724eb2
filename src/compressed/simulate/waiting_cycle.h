// SPDX-License-Identifier: BSD-3-Clause
// Ranks that wait for each other for ever.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/simulate/simulation.h"

namespace tarry::simulate {

// Returns ranks each of which waits for the next one, and the last one for the first; empty if
// there is no such cycle. It begins with its lowest rank. Thread: any.
std::vector<std::uint32_t> waiting_cycle(const std::vector<Stuck>& stuck);

}  // namespace tarry::simulate

// SPDX-License-Identifier: BSD-3-Clause
// Finds the ranks that do different things in a phase (MPMD):
//
//            ┌─ X   ranks 0-3
//   main ────┤                    X and Y tell two groups apart
//            └─ Y   ranks 4-7
//
// Control flow diverges below a call path that all ranks have, at calls that only some have. Two
// ranks do different things if each makes such a call that the other does not make. A rank that
// merely lacks a call may have been too fast to be sampled there. Only calls in which ranks work
// count: if a rank only waits in a call, the others may have been too fast to be sampled.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 5.4, figure 9.
#pragma once

#include <cstdint>
#include <vector>

#include "diagnosis/evidence/phase_view.h"

namespace tarry::diagnosis {

// Returns, ascending, the frames that only some threads have, in which the work of one thread is
// significant, and whose callers all threads have. Returns none if there are less than two. Thread:
// any.
std::vector<FrameId> diverging_sites(const PhaseView& view);

// The diverging sites of a thread, one bit for each.
using SiteBits = std::uint64_t;

struct Grouping {
  std::vector<std::uint32_t> group_of;  // by thread
  std::uint32_t groups = 1;             // numbered in the order of their first threads
};

// Groups threads by their sites. A thread whose sites are a subset of those of exactly one group
// belongs to that group; threads that fit several groups are a group of their own. Thread: any.
Grouping group_by_sites(const std::vector<SiteBits>& threads);

}  // namespace tarry::diagnosis

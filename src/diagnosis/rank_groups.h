// SPDX-License-Identifier: BSD-3-Clause
// Which ranks do different things in a phase (MPMD):
//
//            ┌─ X   ranks 0-3
//   main ────┤                    X and Y tell two groups apart
//            └─ Y   ranks 4-7
//
// Control flow diverges below a call path that all have, at calls that only some have. Two ranks do
// different things if each makes such a call that the other does not make; one that merely lacks a
// call may have been too fast to be sampled there. Only calls in which ranks work count: in one in
// which a rank only waits, the others were too fast to be sampled.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 5.4, figure 9.
#pragma once

#include <cstdint>
#include <vector>

#include "diagnosis/phase_view.h"

namespace tarry::diagnosis {

// Frames that only some threads have, in which the work of one is significant, ascending; callers
// of theirs are had by all. None if there are less than two. Thread: any.
std::vector<FrameId> diverging_sites(const PhaseView& view);

// Which of the diverging sites a thread has, a bit for each.
using SiteBits = std::uint64_t;

struct Grouping {
  std::vector<std::uint32_t> group_of;  // by thread
  std::uint32_t groups = 1;             // in the order of their first threads
};

// By thread. Threads whose sites are a part of those of one group only belong to it; those that fit
// several are a group of their own. Thread: any.
Grouping group_by_sites(const std::vector<SiteBits>& threads);

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// The diagnosis of one kind of phase. Either all ranks do the same (SPMD), or groups of ranks do
// different things for a part of the phase (MPMD). Groups are examined in three steps:
//
// 1. the diverging parts, each group as if it were alone. A kind of loss that all groups have is
//    one finding with the causes of each; others are marked;
// 2. the mean work of each group against that of all;
// 3. the rest of the phase, all ranks together.
//
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, sections 5.3 and 5.4.
#pragma once

#include "diagnosis/evidence/phase_view.h"
#include "diagnosis/losses/finding.h"

namespace tarry::diagnosis {

PhaseFindings diagnose_spmd(const PhaseView& view);

// `sites`: frames at which control flow diverges, none of which contains another. `groups`: the
// views of each group; together the groups have all ranks. Thread: any.
PhaseFindings diagnose_mpmd(const PhaseView& all, const std::vector<PhaseView>& groups,
                            const std::vector<FrameId>& sites);

}  // namespace tarry::diagnosis

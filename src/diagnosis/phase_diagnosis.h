// SPDX-License-Identifier: BSD-3-Clause
// The diagnosis of one kind of phase, whose ranks all do the same (SPMD) or form groups that do
// different things for a part of it (MPMD). Groups are looked at in three steps:
//
// 1. what diverges, group by group as if it were alone. A kind of loss that all groups have is one
//    finding with the causes of each; others are marked;
// 2. the mean work of each group against that of all;
// 3. the rest of the phase, all ranks together.
//
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, sections 5.3 and 5.4.
#pragma once

#include "diagnosis/finding.h"
#include "diagnosis/phase_view.h"

namespace tarry::diagnosis {

PhaseFindings diagnose_spmd(const PhaseView& view);

// `sites`: where control flow diverges, none of which contains another. `groups`: the views of each
// group, together all ranks. Thread: any.
PhaseFindings diagnose_mpmd(const PhaseView& all, const std::vector<PhaseView>& groups,
                            const std::vector<FrameId>& sites);

}  // namespace tarry::diagnosis

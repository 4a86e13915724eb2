// SPDX-License-Identifier: BSD-3-Clause
// Uneven work before the synchronization S that ends a phase:
//
//   P0  |== work ==|      wait in S      |      imb_symptom(S) = average(S) - minimum(S)
//   P1  |========= work =========|   S   |      imb_cause(C)   = maximum(C) - average(C)
//
// Both say by how much the run would be shorter with even work: imb_symptom for all work before S,
// imb_cause for C alone. The causes C are a cut through the tree of call paths, so none contains
// another. The search goes down from the root. It continues below frames that communicate, because
// waiting hides how uneven the work around it is, and below frames that one child explains.
// Over several phases, both are computed on the sum of all phases, and phase by phase without the
// noise of samples; the larger result counts.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 5.3.1.
#pragma once

#include <optional>

#include "diagnosis/evidence/phase_view.h"
#include "diagnosis/losses/finding.h"

namespace tarry::diagnosis {

double imb_symptom(const Spent& spent);     // for any call
double imb_symptom(const PhaseView& view);  // for S
double imb_cause(const Spent& spent);
// Returns the seconds in a call that every rank has: the part that even work would leave there.
double even_part(const Spent& spent);

// Returns all nodes of the cut whose imbalance exceeds the noise of samples, by falling imbalance.
// The cut lies below the frames `from`.
std::vector<Cause> imbalance_cut(const PhaseView& view, const std::vector<FrameId>& from,
                                 const std::vector<FrameId>& without = {});

// Returns load imbalance or serialization, if `symptom` is significant and has a cause. Thread:
// any.
std::optional<Finding> find_load_imbalance(const PhaseView& view, double symptom,
                                           const std::vector<Cause>& cut);

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// Uneven work before the synchronisation S that ends a phase:
//
//   P0  |== work ==|      wait in S      |      imb_symptom(S) = average(S) - minimum(S)
//   P1  |========= work =========|   S   |      imb_cause(C)   = maximum(C) - average(C)
//
// Both say by how much the run would be shorter if work were even: before S altogether, in C alone.
// Causes C are a cut through the tree of call paths: no one contains another. They are found from
// the top: below what communicates, because waiting hides how uneven the work around it is, and
// below what one child explains.
// Over several phases, both are taken of all together, and of each phase, without the noise of
// samples, summed: the larger one counts.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 5.3.1.
#pragma once

#include <optional>

#include "diagnosis/finding.h"
#include "diagnosis/phase_view.h"

namespace tarry::diagnosis {

double imb_symptom(const Spent& spent);     // of any call
double imb_symptom(const PhaseView& view);  // of S
double imb_cause(const Spent& spent);
// Seconds in a call that no rank has less of: what evening out the work would leave there.
double even_part(const Spent& spent);

// All nodes of the cut with imbalance above the noise of samples, by falling imbalance. `from`: the
// frames that the cut is below.
std::vector<Cause> imbalance_cut(const PhaseView& view, const std::vector<FrameId>& from,
                                 const std::vector<FrameId>& without = {});

// Load imbalance or serialisation, if `symptom` is significant and has a cause. Thread: any.
std::optional<Finding> find_load_imbalance(const PhaseView& view, double symptom,
                                           const std::vector<Cause>& cut);

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// The call paths that others wait for in a call: the late work of the call (late_work.h) as a cut
// through the tree of call paths, like the causes of an imbalance.
#pragma once

#include "diagnosis/evidence/phase_view.h"
#include "diagnosis/losses/finding.h"

namespace tarry::diagnosis {

struct LateCauses {
  double seen = 0;            // seconds of an average rank in waits whose end is known
  double seconds = 0;         // the part of `seen` that late work explains
  std::vector<Cause> causes;  // by falling wait of others in all calls
};

// Returns the causes of one call, on all its paths. Thread: any.
LateCauses late_causes(const PhaseView& view, const std::vector<FrameId>& paths);

// Works on an imbalance that shows in the call that closes the phases. Keeps the causes that others
// wait for there, the longest wait first, if late work is known for most of the imbalance: work
// that is over before others come is no cause. Thread: any.
void order_by_late_work(const PhaseView& view, Finding& imbalance);

}  // namespace tarry::diagnosis

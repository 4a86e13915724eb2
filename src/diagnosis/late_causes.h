// SPDX-License-Identifier: BSD-3-Clause
// Call paths that others wait for in a call: its late work (late_work.h), as a cut through the tree
// of call paths, as the causes of an imbalance are.
#pragma once

#include "diagnosis/finding.h"
#include "diagnosis/phase_view.h"

namespace tarry::diagnosis {

struct LateCauses {
  double seen = 0;            // seconds of an average rank in waits whose end is known
  double seconds = 0;         // of them, those that late work explains
  std::vector<Cause> causes;  // those first that others wait for longest in all calls
};

// Of one call, on all its paths. Thread: any.
LateCauses late_causes(const PhaseView& view, const std::vector<FrameId>& paths);

// Of the causes of an imbalance that shows in the call that closes the phases, keeps those that
// others wait for there, those that they wait for longest first, if that is known of most of it:
// what is over before others come is no cause. Thread: any.
void order_by_late_work(const PhaseView& view, Finding& imbalance);

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// Levels keep the times of ranks apart by how long a single call's computation is, however little
// that matters. A call that hardly anything precedes has as many levels as chance gives it, and the
// more ranks there are, the more levels chance fills.
#pragma once

#include "compressed/model/trace.h"

namespace tarry::compressed {

// Unites neighboring levels of an event and predecessor if their ranks compute there for nearly the
// same time in the whole run. What ranks compute changes in total by at most a hundredth of the
// mean time of a rank behind its first call, on the average over ranks of a level; each event and
// predecessor has an equal share of that. To be called for the trace of all ranks. `trace.ranks`
// must be right. docs/decisions/072-small-differences.md has the reasons.
void unite_small_differences(Trace& trace);

}  // namespace tarry::compressed

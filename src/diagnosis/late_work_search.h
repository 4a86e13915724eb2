// SPDX-License-Identifier: BSD-3-Clause
// Finds the work that others wait for (late_work.h) in the timelines of all ranks.
#pragma once

#include "diagnosis/evidence/late_work.h"
#include "diagnosis/evidence/timeline.h"

namespace tarry::diagnosis {

// Collective; to be called after set_phases(). Worker 0 gets the late work of all ranks. It holds
// the timelines of one part of the run at a time.
LateWork gather_late_work(const Worker& worker, const RunExtent& run,
                          const std::vector<Phase>& phases, workers::Transport& transport);

}  // namespace tarry::diagnosis

// SPDX-License-Identifier: BSD-3-Clause
// The sampled time of every call path in every phase, over all threads: what a flame graph of one
// phase, of a kind of phases or of the whole run shows.
#pragma once

#include <vector>

#include "diagnosis/evidence/phases.h"
#include "diagnosis/evidence/worker.h"
#include "workers/transport.h"

namespace tarry::diagnosis {

struct PathTime {
  std::uint32_t phase = 0;
  FrameId frame;
  Time self{0};  // in no frame below
};

// Collective, for a diagnosis whose phases all workers know. Worker 0 gets the times by phase and
// call path, without those of 0; the others get nothing. All of them together are the sampled time
// that `Severities` has.
std::vector<PathTime> gather_path_times(const Worker& worker, const std::vector<Phase>& phases,
                                        workers::Transport& transport);

}  // namespace tarry::diagnosis

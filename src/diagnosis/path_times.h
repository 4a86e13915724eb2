// SPDX-License-Identifier: BSD-3-Clause
// The sampled time of every call path in every phase, over all threads: what a flame graph of one
// phase, of a kind of phases or of the whole run shows. And that of each rank, by kind of phases.
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

// The same of a row of the picture: of all threads of a rank, or of a thread of the only rank.
struct RowTime {
  std::uint32_t row = 0;   // number of the rank or thread
  std::uint32_t kind = 0;  // of phases
  FrameId frame;
  Time self{0};
};

struct PathTimes {
  std::vector<PathTime> by_phase;  // by phase and call path
  std::vector<RowTime> by_row;     // by row, kind of phases and call path
};

// Collective, for a diagnosis whose phases all workers know. Worker 0 gets the times, without those
// of 0; the others get nothing. All of them together are the sampled time that `Severities` has.
// `by_thread`: the run has one rank.
PathTimes gather_path_times(const Worker& worker, const std::vector<Phase>& phases, bool by_thread,
                            workers::Transport& transport);

}  // namespace tarry::diagnosis

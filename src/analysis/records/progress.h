// SPDX-License-Identifier: BSD-3-Clause
// The progress of the analysis, to be shown while it runs.
#pragma once

#include <atomic>
#include <cstdint>

#include "analysis/records/cost.h"

namespace tarry::analysis {

// The workers of one process write it. Thread to read: any.
struct Progress {
  std::atomic<std::uint64_t> events{0};        // read
  std::atomic<std::uint64_t> events_total{0};  // as the trace declares them
  std::atomic<Stage> stage{Stage::Extract};    // of the first worker
};

}  // namespace tarry::analysis

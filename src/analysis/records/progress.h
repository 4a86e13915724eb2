// SPDX-License-Identifier: BSD-3-Clause
// How far the analysis has come, for whoever wants to show it while it runs.
#pragma once

#include <atomic>
#include <cstdint>

#include "analysis/records/share.h"

namespace tarry::analysis {

// Of the workers of one process. Written by the workers; thread to read: any.
struct Progress {
  std::atomic<std::uint64_t> events{0};        // read
  std::atomic<std::uint64_t> events_total{0};  // as the trace declares them
  std::atomic<Stage> stage{Stage::Extract};    // that the first worker is in
};

}  // namespace tarry::analysis

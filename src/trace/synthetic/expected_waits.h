// SPDX-License-Identifier: BSD-3-Clause
// What an analysis must find in a generated trace, computed from the schedule's delays alone: per
// pattern a formula for who waits how long, in ticks. Nothing here looks at events.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/synthetic/schedule.h"

namespace tarry::trace::synthetic {

// The value of one metric, with all of that metric's descendants, in one region.
struct ExpectedValues {
  std::string_view metric;
  std::string_view region;
  bool is_time = true;               // ticks, else occurrences
  std::vector<std::uint64_t> ranks;  // by rank; threads besides the first never wait
  std::uint64_t total = 0;
};

// Every wait state of generated traces, also those that are zero everywhere.
// `threads`: to compute with; the result is the same for any number. An Error if memory runs out.
base::Result<std::vector<ExpectedValues>> expected_waits(const Schedule& schedule,
                                                         unsigned threads);

// Writes them with what the trace was made from, as JSON (docs/formats/synth.md).
base::Status write_expected(const Schedule& schedule, const std::vector<ExpectedValues>& values,
                            const std::filesystem::path& path);

}  // namespace tarry::trace::synthetic

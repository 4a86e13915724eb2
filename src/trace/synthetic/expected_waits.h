// SPDX-License-Identifier: BSD-3-Clause
// The waits that an analysis must find in a generated trace, computed only from the delays of the
// schedule: each pattern has a formula for the waiting time of each process, in ticks. Nothing here
// looks at events.
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
  bool is_time = true;               // in ticks, else in occurrences
  std::vector<std::uint64_t> ranks;  // by rank; threads besides the first never wait
  std::uint64_t total = 0;
};

// Returns every wait state of generated traces, also those that are zero everywhere. `threads`:
// number of threads for the computation; the result is the same for any number. Returns an error if
// memory runs out.
base::Result<std::vector<ExpectedValues>> expected_waits(const Schedule& schedule,
                                                         unsigned threads);

// Writes the waits and the parameters of the trace as JSON (docs/formats/synth.md).
base::Status write_expected(const Schedule& schedule, const std::vector<ExpectedValues>& values,
                            const std::filesystem::path& path);

}  // namespace tarry::trace::synthetic

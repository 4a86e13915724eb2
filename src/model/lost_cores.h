// SPDX-License-Identifier: BSD-3-Clause
// The counters by which a trace tells when a location was ready and had no core, both in
// nanoseconds: what the switches of its thread tell, read behind each time without a core; and what
// the system counts in all, which includes the times between waking up and running.
// docs/formats/switches.md.
#pragma once

#include <cstddef>
#include <vector>

#include "model/counter.h"

namespace tarry::model {

inline constexpr const char* kLostCoresCounters[2] = {"lost_cores", "run_delay"};
inline constexpr const char* kCoresAllowed = "cores ";  // ends the first one's description: "0-3,8"

// Attributes of a report: how many cores the threads may use, if they are of one machine; seconds
// of computation without a core on the critical path.
inline constexpr const char* kCoresOfRun = "tarry.lost_cores.cores";
inline constexpr const char* kLostOnCriticalPath = "tarry.lost_cores.critical_path_s";

bool tells_lost_cores(const std::vector<Counter>& counters, const CounterSet& set);

// How many cores the threads of such sets may use, all together; 0 if that is not known.
std::size_t cores_allowed(const std::vector<Counter>& counters,
                          const std::vector<CounterSet>& sets);

}  // namespace tarry::model

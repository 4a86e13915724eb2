// SPDX-License-Identifier: BSD-3-Clause
// The two counters by which a trace tells when a location was ready and had no core, in
// nanoseconds. The first one counts the switches of its thread and is read after each time without
// a core; the second one is counted by the system and includes the times between waking up and
// running. docs/formats/switches.md.
#pragma once

#include <cstddef>
#include <vector>

#include "model/counter.h"

namespace tarry::model {

inline constexpr const char* kLostCoresCounters[2] = {"lost_cores", "run_delay"};
// The description of the first one ends with this and the cores that are allowed, as "0-3,8".
inline constexpr const char* kCoresAllowed = "cores ";

// Two attributes of a report: how many cores the threads may use, if all run on one machine; and
// the seconds of computation without a core on the critical path.
inline constexpr const char* kCoresOfRun = "tarry.lost_cores.cores";
inline constexpr const char* kLostOnCriticalPath = "tarry.lost_cores.critical_path_s";

bool tells_lost_cores(const std::vector<Counter>& counters, const CounterSet& set);

// Returns how many cores the threads of such sets may use together; 0 if it is not known.
std::size_t cores_allowed(const std::vector<Counter>& counters,
                          const std::vector<CounterSet>& sets);

}  // namespace tarry::model

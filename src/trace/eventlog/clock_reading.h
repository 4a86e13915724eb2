// SPDX-License-Identifier: BSD-3-Clause
// Reads the clocks of this host: the one that counts ticks and those of the operating system. It is
// used by measured processes and by the tool, which fits the clocks to each other afterwards.
#pragma once

#include <time.h>

#include <cstdint>

#include "base/platform.h"
#include "trace/eventlog/log_format.h"

namespace tarry::trace::eventlog {

// Thread: any. Signal: safe.
inline std::uint64_t nanoseconds(clockid_t id) {
  timespec time{};
  clock_gettime(id, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// Thread: any. Signal: safe.
inline std::uint64_t read_ticks(ClockSource source) {
  if (source == ClockSource::Tsc) [[likely]]
    return base::read_cycle_counter();
  return nanoseconds(CLOCK_MONOTONIC_RAW);
}

// Reads all clocks, as simultaneously as a few tries allow: the process may be interrupted in
// between. Thread: any. Signal: safe.
ClockReading read_clocks(ClockSource source);

// Returns the rate between two readings; 0 if no tick lies between them. Thread: any. Signal: safe.
double ns_per_tick(const ClockReading& begin, const ClockReading& end);

}  // namespace tarry::trace::eventlog

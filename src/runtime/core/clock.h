// SPDX-License-Identifier: BSD-3-Clause
// The clock of a measured process. Chosen once, before the first event: the processor's counter if
// it runs at one speed everywhere and the kernel trusts it, too, else CLOCK_MONOTONIC_RAW.
#pragma once

#include <time.h>

#include <cstdint>

#include "base/platform.h"
#include "trace/recording/log_format.h"
#include "trace/recording/settings.h"

namespace tarry::runtime::core {

using trace::recording::ClockReading;
using trace::recording::ClockSource;

// A time stamp as the event log keeps it: ticks since LogHeader::tick_base.
struct EventTime {
  std::uint64_t ticks = 0;
};

struct Clock {
  ClockSource source = ClockSource::MonotonicRaw;
  std::uint64_t base = 0;  // absolute ticks of EventTime 0
};

extern constinit Clock process_clock;

// Thread: any. Signal: safe.
inline std::uint64_t nanoseconds(clockid_t id) {
  timespec time{};
  clock_gettime(id, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// Thread: any. Signal: safe.
inline std::uint64_t absolute_ticks() {
  if (process_clock.source == ClockSource::Tsc) [[likely]]
    return base::read_cycle_counter();
  return nanoseconds(CLOCK_MONOTONIC_RAW);
}

// Thread: any. Signal: safe.
inline EventTime now() { return {absolute_ticks() - process_clock.base}; }

// Chooses the source and makes the present EventTime 0. Once, by the library constructor.
ClockReading start_clock(trace::recording::ClockChoice choice);

// Ticks and the clocks of the operating system, as nearly simultaneous as a few tries allow.
// Thread: any. Signal: safe.
ClockReading read_clocks();

}  // namespace tarry::runtime::core

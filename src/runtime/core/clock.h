// SPDX-License-Identifier: BSD-3-Clause
// The clock of a measured process. It is chosen once, before the first event: the processor's
// counter if it runs at one speed everywhere and the kernel trusts it, too, else
// CLOCK_MONOTONIC_RAW.
#pragma once

#include <cstdint>

#include "trace/eventlog/clock_reading.h"
#include "trace/eventlog/log_format.h"
#include "trace/eventlog/settings.h"

namespace tarry::runtime::core {

using trace::eventlog::ClockReading;
using trace::eventlog::ClockSource;

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
inline std::uint64_t absolute_ticks() { return trace::eventlog::read_ticks(process_clock.source); }

// Thread: any. Signal: safe.
inline EventTime now() { return {absolute_ticks() - process_clock.base}; }

// Returns the clock that the choice selects on this machine. Reads a file of the system.
ClockSource clock_source(trace::eventlog::ClockChoice choice);

// Chooses the source and makes the present EventTime 0. Called once, by the library constructor.
ClockReading start_clock(trace::eventlog::ClockChoice choice);

// Thread: any. Signal: safe.
inline ClockReading read_clocks() { return trace::eventlog::read_clocks(process_clock.source); }

}  // namespace tarry::runtime::core

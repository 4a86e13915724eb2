// SPDX-License-Identifier: BSD-3-Clause
// From the clock readings of the processes to the clock of the trace: its resolution and which
// wall-clock time its begin was.
#pragma once

#include <cstdint>
#include <vector>

#include "model/definitions.h"
#include "trace/finish/raw_experiment.h"

namespace tarry::trace::finish {

// Local time to the time of the reference process' clock: linear between two offsets, constant
// slope outside, unchanged without offsets.
std::int64_t corrected(std::uint64_t ticks, const std::vector<otf2::ClockOffset>& offsets);

// Ticks per second of the clock that `begin` and `latest` were read from; 0 if they are too close
// to tell.
std::uint64_t ticks_per_second(eventlog::ClockSource source, const eventlog::ClockReading& begin,
                               const eventlog::ClockReading& latest);

// The same, with a reading of this machine's clock as the latest one if `host` is this machine.
std::uint64_t clock_rate(eventlog::ClockSource clock, const eventlog::ClockReading& begin,
                         const eventlog::ClockReading& latest, const std::string& host);

// The clock of the trace that these converted processes, sorted by rank, make up. The first one is
// the reference. Where its readings say nothing (it was killed early), a reading of this machine's
// clock is taken now if it ran here, else the readings of another process serve.
model::Clock trace_clock(const std::vector<RawProcess>& processes, const std::string& this_host);

}  // namespace tarry::trace::finish

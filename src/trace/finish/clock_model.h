// SPDX-License-Identifier: BSD-3-Clause
// Derives the clock of the trace from the clock readings of the processes: its resolution and the
// wall-clock time of its begin.
#pragma once

#include <cstdint>
#include <vector>

#include "model/definitions.h"
#include "trace/finish/raw_experiment.h"

namespace tarry::trace::finish {

// Converts local time to the time of the reference process' clock: linear between two offsets, with
// constant slope outside, unchanged without offsets.
std::int64_t corrected(std::uint64_t ticks, const std::vector<otf2::ClockOffset>& offsets);

// Returns the ticks per second of the clock from which `begin` and `latest` were read; 0 if they
// are too close to each other.
std::uint64_t ticks_per_second(eventlog::ClockSource source, const eventlog::ClockReading& begin,
                               const eventlog::ClockReading& latest);

// Does the same, with a reading of this machine's clock as the latest one if `host` is this
// machine.
std::uint64_t clock_rate(eventlog::ClockSource clock, const eventlog::ClockReading& begin,
                         const eventlog::ClockReading& latest, const std::string& host);

// How well the clocks of the processes are known.
struct ClockAccuracy {
  std::uint32_t measurements = 0;  // largest number of one process; 0: they share a clock
  std::uint64_t error = 0;         // largest possible one of a measurement, in ticks of the trace
};
ClockAccuracy clock_accuracy(const std::vector<RawProcess>& processes);

// Returns the clock of the trace that consists of these converted processes, sorted by rank. The
// first process is the reference. If its readings do not suffice (it was killed early), this
// machine's clock is read now if the process ran here, else the readings of another process serve.
model::Clock trace_clock(const std::vector<RawProcess>& processes, const std::string& this_host);

}  // namespace tarry::trace::finish

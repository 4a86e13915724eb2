// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/clock_model.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/host_name.h"
#include "trace/eventlog/clock_reading.h"

namespace tarry::trace::finish {
namespace {

using eventlog::ClockReading;
using eventlog::ClockSource;
using eventlog::Conversion;

constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;

// Returns the rate of the reference process' clock over the longest possible time; 0 if it did not
// run here.
std::uint64_t rate_until_now(ClockSource clock, const ClockReading& begin, const std::string& host,
                             const std::string& this_host) {
  if (host != this_host) return 0;
  return ticks_per_second(clock, begin, eventlog::read_clocks(clock));
}

std::uint64_t resolution(const std::vector<RawProcess>& processes, const std::string& this_host) {
  const RawProcess& reference = processes.front();
  const Conversion& conversion = *reference.conversion;
  if (const auto now =
          rate_until_now(conversion.clock, conversion.begin, reference.identity.host, this_host);
      now != 0)
    return now;
  for (const RawProcess& process : processes) {
    const Conversion& c = *process.conversion;
    if (c.clock != conversion.clock) continue;
    if (const auto rate = ticks_per_second(c.clock, c.begin, c.latest); rate != 0) return rate;
  }
  return kNanosecondsPerSecond;
}

}  // namespace

std::int64_t corrected(std::uint64_t ticks, const std::vector<otf2::ClockOffset>& offsets) {
  const auto time = static_cast<std::int64_t>(ticks);
  if (offsets.empty()) return time;
  if (offsets.size() == 1) return time + offsets[0].offset;
  auto after =
      std::lower_bound(offsets.begin() + 1, offsets.end(), ticks,
                       [](const auto& offset, std::uint64_t t) { return offset.ticks < t; });
  if (after == offsets.end()) --after;
  const otf2::ClockOffset& a = *(after - 1);
  const otf2::ClockOffset& b = *after;
  if (b.ticks == a.ticks) return time + a.offset;
  const long double part = (static_cast<long double>(ticks) - static_cast<long double>(a.ticks)) /
                           static_cast<long double>(b.ticks - a.ticks);
  const long double offset =
      static_cast<long double>(a.offset) + part * static_cast<long double>(b.offset - a.offset);
  return time + static_cast<std::int64_t>(std::floor(offset));
}

std::uint64_t ticks_per_second(ClockSource source, const ClockReading& begin,
                               const ClockReading& latest) {
  if (source == ClockSource::MonotonicRaw) return kNanosecondsPerSecond;
  constexpr std::uint64_t kShortest = 1'000'000;  // ns; below, the readings' error shows
  if (latest.ticks <= begin.ticks || latest.monotonic_ns < begin.monotonic_ns + kShortest) return 0;
  const long double rate = static_cast<long double>(latest.ticks - begin.ticks) *
                           static_cast<long double>(kNanosecondsPerSecond) /
                           static_cast<long double>(latest.monotonic_ns - begin.monotonic_ns);
  return static_cast<std::uint64_t>(std::llround(rate));
}

std::uint64_t clock_rate(ClockSource clock, const ClockReading& begin, const ClockReading& latest,
                         const std::string& host) {
  const std::uint64_t now = rate_until_now(clock, begin, host, base::host_name());
  return now != 0 ? now : ticks_per_second(clock, begin, latest);
}

ClockAccuracy clock_accuracy(const std::vector<RawProcess>& processes) {
  ClockAccuracy out;
  for (const RawProcess& process : processes) {
    out.measurements =
        std::max(out.measurements, static_cast<std::uint32_t>(process.clock_offsets.size()));
    for (const otf2::ClockOffset& offset : process.clock_offsets)
      out.error = std::max(out.error, offset.error);
  }
  return out;
}

model::Clock trace_clock(const std::vector<RawProcess>& processes, const std::string& this_host) {
  model::Clock clock;
  if (processes.empty()) return clock;
  clock.ticks_per_second = resolution(processes, this_host);
  std::optional<std::int64_t> begin;
  std::optional<std::int64_t> end;
  for (const RawProcess& process : processes)
    for (const eventlog::ConvertedLocation& location : process.conversion->locations) {
      if (location.events == 0) continue;
      const std::int64_t first = corrected(location.first, process.clock_offsets);
      const std::int64_t last = corrected(location.last, process.clock_offsets);
      if (!begin || first < *begin) begin = first;
      if (!end || last > *end) end = last;
    }
  // Readers round corrected times in their own ways, so there is a tick of room on both sides.
  clock.begin = static_cast<std::uint64_t>(std::max<std::int64_t>(begin.value_or(0) - 1, 0));
  clock.length = end ? static_cast<std::uint64_t>(*end) + 1 - clock.begin : 0;

  const ClockReading& reading = processes.front().conversion->begin;
  const long double since =
      (static_cast<long double>(clock.begin) - static_cast<long double>(reading.ticks)) /
      static_cast<long double>(clock.ticks_per_second);
  if (reading.realtime_ns != 0 && begin)
    clock.realtime_ns = reading.realtime_ns +
                        static_cast<std::int64_t>(std::llround(since * kNanosecondsPerSecond));
  return clock;
}

}  // namespace tarry::trace::finish

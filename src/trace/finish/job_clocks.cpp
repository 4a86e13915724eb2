// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/job_clocks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "trace/finish/clock_model.h"

namespace tarry::trace::finish {
namespace {

using Offsets = std::vector<otf2::ClockOffset>;
using OffsetsByHost = std::map<std::string, Offsets>;

constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
constexpr std::uint64_t kWallClocksDiffer_ns = 100'000'000;  // hosts may keep the time so badly

// `own` leads to the clock of a process whose offsets are `further`.
Offsets joined(const Offsets& own, const Offsets& further) {
  if (own.empty()) return further;
  std::uint64_t error = 0;
  for (const otf2::ClockOffset& offset : further) error = std::max(error, offset.error);
  Offsets out;
  for (const otf2::ClockOffset& offset : own) {
    otf2::ClockOffset& made = out.emplace_back(offset);
    const auto ticks = static_cast<std::int64_t>(offset.ticks);
    made.offset = corrected(static_cast<std::uint64_t>(ticks + offset.offset), further) - ticks;
    made.error += error;
  }
  return out;
}

Offsets by_wall_clock(const RawProcess& process, const RawProcess& first) {
  const std::uint64_t measured =
      ticks_per_second(first.clock.source, first.clock.begin, first.clock.latest);
  const auto rate = static_cast<long double>(measured != 0 ? measured : kNsPerSecond) /
                    static_cast<long double>(kNsPerSecond);
  const auto since = static_cast<long double>(process.clock.begin.realtime_ns) -
                     static_cast<long double>(first.clock.begin.realtime_ns);
  const auto begin = static_cast<std::int64_t>(first.clock.begin.ticks);
  const auto ticks = static_cast<std::int64_t>(process.clock.begin.ticks);
  otf2::ClockOffset offset;
  offset.ticks = process.clock.begin.ticks;
  offset.offset = begin + std::llround(since * rate) - ticks;
  offset.error = static_cast<std::uint64_t>(std::llround(kWallClocksDiffer_ns * rate));
  return {offset};
}

}  // namespace

std::size_t use_clock_of_run(std::vector<RawProcess>& processes) {
  OffsetsByHost known;
  std::size_t hosts_by_wall_clock = 0;
  for (std::size_t i = 0; i < processes.size();) {
    const RawProcess& lead = processes[i];
    const auto of_lead = known.find(lead.identity.host);
    const bool has_way =
        of_lead != known.end() && lead.identity.rank == lead.first_rank && !lead.job.empty();
    const Offsets way = has_way ? of_lead->second : Offsets{};
    for (const std::uint32_t job = lead.first_rank;
         i < processes.size() && processes[i].first_rank == job; ++i) {
      RawProcess& process = processes[i];
      const std::string& host = process.identity.host;
      if (!process.job.empty()) {
        if (const auto found = known.find(host); found != known.end()) {
          process.clock_offsets = found->second;
        } else if (has_way) {
          process.clock_offsets = joined(process.clock_offsets, way);
        } else {
          process.clock_offsets = by_wall_clock(process, processes.front());
          ++hosts_by_wall_clock;
        }
      }
      known.try_emplace(host, process.clock_offsets);
    }
  }
  return hosts_by_wall_clock;
}

}  // namespace tarry::trace::finish

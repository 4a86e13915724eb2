// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/recording_windows.h"

#include <algorithm>
#include <chrono>

#include "runtime/core/definitions_log.h"
#include "runtime/core/region_filter.h"
#include "trace/eventlog/clock_reading.h"

namespace tarry::runtime::core {
namespace {

using std::chrono::nanoseconds;

constexpr std::int64_t kMillisecond = 1000000;

std::int64_t since_process_began() {
  return static_cast<std::int64_t>(trace::eventlog::nanoseconds(CLOCK_MONOTONIC_RAW) -
                                   process.begin.monotonic_ns);
}

struct Position {
  bool inside;
  nanoseconds until_border;  // TimeWindow::kNoEnd: no border follows
};

Position position() {
  const filter::Filter& filter = filter_in_use()->filter;
  const nanoseconds time{process.begun_late_ns + since_process_began()};
  for (const filter::TimeWindow& window : filter.times) {
    if (time < window.begin) return {false, window.begin - time};
    if (time >= window.end) continue;
    if (window.end == filter::TimeWindow::kNoEnd) return {true, window.end};
    return {true, window.end - time};
  }
  return {false, filter::TimeWindow::kNoEnd};
}

// The speed of the counter becomes known while it runs. Until then the time is checked much too
// often for borders; later it is checked a little too early, and then once more.
void schedule(nanoseconds until_border) {
  if (until_border == filter::TimeWindow::kNoEnd)
    return process.next_border.store(Process::kNever, std::memory_order_relaxed);
  constexpr double kSlowestClock = 0.01;  // ticks per nanosecond
  constexpr double kEarly = 0.99;
  constexpr double kLeast = 100;
  const std::uint64_t ticks = now().ticks;
  const std::int64_t passed = since_process_began();
  const double speed = process_clock.source == ClockSource::MonotonicRaw ? 1
                       : passed < kMillisecond
                           ? kSlowestClock
                           : static_cast<double>(ticks) / static_cast<double>(passed);
  const double left = static_cast<double>(until_border.count()) * speed *
                      (until_border.count() > kMillisecond ? kEarly : 1);
  process.next_border.store(ticks + static_cast<std::uint64_t>(std::max(left, kLeast)),
                            std::memory_order_relaxed);
}

bool has_time_windows() {
  return filter_in_use() != nullptr && !filter_in_use()->filter.times.empty();
}

}  // namespace

bool begins_outside() {
  if (!has_time_windows()) return false;
  const Position here = position();
  schedule(here.until_border);
  return !here.inside;
}

bool apply_rank_window(std::uint32_t rank) {
  if (filter_in_use() == nullptr || filter::keeps(filter_in_use()->filter, model::Rank{rank}))
    return true;
  process.next_border.store(Process::kNever, std::memory_order_relaxed);
  note(
      "the filter's TARRY_RANKS leaves out this process from the end of MPI_Init on, and the "
      "messages that others exchange with it");
  go_outside();
  return false;
}

void pass_border() {
  if (!measured() || this_thread.quiet_depth != 0 || !may_be_at_border()) return;
  const Position here = position();
  schedule(here.until_border);
  if (here.inside)
    come_inside();
  else
    go_outside();
}

}  // namespace tarry::runtime::core

// SPDX-License-Identifier: BSD-3-Clause
// Consecutive calls of MPI that test in vain share the enter and the leave of the first one. As
// long as that leave is the last record of the log, a further call adds itself to it in place: one
// to the number of calls, and its length to the time. So nothing has to be written when another
// event ends the streak, and a process that dies leaves all calls in its log.
//
// A call that ends later than kLongestStreak after the enter begins a new streak, so that time
// which lies between the calls is shown at most so much too late.
//
// With --polls estimated the clock is read at the first calls and then at one call in
// kBetweenReadings; the calls between them count with the average of those that were measured.
// docs/decisions/061-joined-polls.md
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/platform.h"
#include "runtime/core/process.h"
#include "runtime/core/record.h"
#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// Ticks of any clock: some microseconds, and some hundred at most.
inline constexpr std::uint64_t kBetweenReadings = 1u << 12;
inline constexpr std::uint64_t kLongestStreak = 1u << 18;
inline constexpr std::uint64_t kMostUnmeasured = 32;

inline bool are_polls_estimated() {
  return process.settings.polls == trace::eventlog::PollChoice::Estimated;
}

// Returns whether nothing was recorded behind the streak.
inline bool is_streak_last(const ThreadState& thread) {
  return thread.polls.end == thread.cursor && thread.polls.end != 0;
}

// Returns whether the streak may go on.
inline bool may_go_on(const ThreadState& thread) {
  return is_streak_last(thread) && thread.limit.load(std::memory_order_relaxed) > thread.cursor;
}

// Begins a streak with a call that has just been recorded from `begin` to `end`.
inline void begin_streak(ThreadState& thread, EventTime begin, EventTime end) {
  PollStreak& polls = thread.polls;
  polls.begin = begin.ticks;
  polls.last = end.ticks;
  polls.measured = 1;
  polls.measured_ticks = end.ticks - begin.ticks;
  polls.average = polls.measured_ticks;
  polls.period = kBetweenReadings;
  polls.unmeasured = 0;
  polls.until_measured = 0;
  polls.end = thread.cursor;
}

inline RecordHead& leave_of_streak(const ThreadState& thread) {
  return *reinterpret_cast<RecordHead*>(thread.polls.end - sizeof(RecordHead));
}

// Returns the present length of the streak in its log, as the time of its leave.
inline std::uint64_t time_of_leave(const ThreadState& thread) {
  return trace::eventlog::unpack_ticks(leave_of_streak(thread).time_and_kind);
}

// To be called before the leave is read or moved. Its estimated time cannot be in the future.
inline void end_streak(ThreadState& thread, EventTime now) {
  if (is_streak_last(thread) && time_of_leave(thread) > now.ticks)
    leave_of_streak(thread).time_and_kind = pack_time(now.ticks, RecordKind::RegionLeave);
  thread.polls.end = 0;
}

// Adds a call; the leave is not moved beyond `most`. Returns false if something was recorded during
// the call.
inline bool add_to_streak(ThreadState& thread, std::uint64_t ticks, std::uint64_t most) {
  const std::uint32_t outer = thread.writing;
  thread.writing = outer + 1;
  base::compiler_barrier();
  const bool goes_on = may_go_on(thread);
  if (goes_on) {
    RecordHead& leave = leave_of_streak(thread);
    const std::uint64_t time =
        std::min(trace::eventlog::unpack_ticks(leave.time_and_kind) + ticks, most);
    leave.time_and_kind = pack_time(time, RecordKind::RegionLeave);
    leave.payload += trace::eventlog::kOneMorePoll;
  }
  base::compiler_barrier();
  thread.writing = outer;
  return goes_on;
}

// Adds a call for which the clock was not read.
inline bool add_unmeasured(ThreadState& thread) {
  PollStreak& polls = thread.polls;
  if (!add_to_streak(thread, polls.average, ~std::uint64_t{0} >> 8)) return false;
  ++polls.unmeasured;
  --polls.until_measured;
  return true;
}

// Adds a call that was measured. Returns false if it must be recorded by itself.
inline bool add_measured(ThreadState& thread, EventTime begin, EventTime end) {
  PollStreak& polls = thread.polls;
  // The counter of another core may be a few ticks behind.
  if (end.ticks < polls.last || end.ticks < begin.ticks) return false;
  if (end.ticks - polls.begin > kLongestStreak || is_at_border(end)) return false;
  if (!add_to_streak(thread, end.ticks - begin.ticks, end.ticks)) return false;
  if (are_polls_estimated()) {
    polls.measured_ticks += end.ticks - begin.ticks;
    polls.average = polls.measured_ticks / ++polls.measured;
    polls.period = std::max<std::uint64_t>((end.ticks - polls.last) / (polls.unmeasured + 1), 1);
    polls.until_measured = std::min(kBetweenReadings / polls.period, kMostUnmeasured);
    polls.unmeasured = 0;
  }
  polls.last = end.ticks;
  return true;
}

// Returns when the call behind those that were not measured ends, if all goes on as before.
inline std::uint64_t expected_end(const PollStreak& polls) {
  return polls.last + polls.period * (polls.unmeasured + 1);
}

// If far more time passes between two readings than expected, it is that of the calls where nearly
// all time is in calls; else it is the program's.
inline bool is_gap_in_calls(const PollStreak& polls) {
  return polls.average * 8 >= polls.period * 7;
}

inline EventTime not_before_streak(const ThreadState& thread, std::uint64_t begin, EventTime end) {
  const std::uint64_t least = std::max(thread.polls.last, time_of_leave(thread));
  return {std::clamp(begin, std::min(least, end.ticks), end.ticks)};
}

// Returns when a call that was not measured and has just ended began.
inline EventTime estimated_begin(const ThreadState& thread, EventTime end) {
  const PollStreak& polls = thread.polls;
  const std::uint64_t expected = std::min(expected_end(polls), end.ticks);
  const bool is_late = end.ticks - expected > kLongestStreak;
  const std::uint64_t ends = is_late && !is_gap_in_calls(polls) ? end.ticks : expected;
  return not_before_streak(thread, ends - std::min(polls.average, ends), end);
}

// Returns the begin for the record of a call that began at `begin`, with a gap before it that is
// that of unmeasured calls.
inline EventTime begin_with_gap(const ThreadState& thread, EventTime begin) {
  const PollStreak& polls = thread.polls;
  const std::uint64_t expected = std::min(expected_end(polls), begin.ticks);
  const bool is_late = begin.ticks - expected > kLongestStreak;
  if (polls.unmeasured == 0 || !is_late || !is_gap_in_calls(polls)) return begin;
  return not_before_streak(thread, expected - std::min(polls.average, expected), begin);
}

}  // namespace tarry::runtime::core

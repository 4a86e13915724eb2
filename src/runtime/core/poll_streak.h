// SPDX-License-Identifier: BSD-3-Clause
// Consecutive calls of MPI that test in vain share the enter and the leave of the first one. As
// long as that leave is the last record of the log, a further call adds itself to it in place: one
// to the number of calls, and its length to the time. So nothing has to be written when another
// event ends the streak, and a process that dies leaves all calls in its log.
//
// A call that ends later than kLongestStreak after the enter begins a new streak, so that time
// which lies between the calls is shown at most so much too late.
//
// With --polls estimated the clock is read at the first calls and then about once in
// kBetweenReadings; the calls between them count with the average of those that were measured, and
// need only may_repeat() and add_repeated(). Where this would leave open who took more than a small
// part of the time, all calls are measured for a while.
// docs/decisions/061-joined-polls.md
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/platform.h"
#include "runtime/core/modules.h"
#include "runtime/core/process.h"
#include "runtime/core/record.h"
#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// Ticks of any clock: some microseconds, and some hundred at most.
inline constexpr std::uint64_t kBetweenReadings = 1u << 13;
inline constexpr std::uint64_t kLongestStreak = 1u << 18;
inline constexpr std::uint64_t kMostUnmeasured = 128;
inline constexpr std::uint64_t kMostAveraged = 256;
// The part of the time of streaks that may be unexplained, as a power of two, and the ticks beyond.
inline constexpr unsigned kUnexplainedShift = 6;
inline constexpr std::uint64_t kUnexplainedAtFirst = kLongestStreak;

inline bool are_polls_estimated() {
  return process.settings.polls == trace::eventlog::PollChoice::Estimated;
}

// Returns whether nothing was recorded behind the streak.
[[gnu::always_inline]] inline bool is_streak_last(const ThreadState& thread) {
  return thread.polls.end == thread.cursor && thread.polls.end != 0;
}

// Returns whether the streak may go on.
[[gnu::always_inline]] inline bool may_go_on(const ThreadState& thread) {
  return is_streak_last(thread) && thread.limit.load(std::memory_order_relaxed) > thread.cursor;
}

// Returns how many calls come before the next measured one. It is 0 while too much is unexplained.
inline std::uint32_t calls_until_measured(const PollStreak& polls) {
  if (!are_polls_estimated() ||
      polls.unexplained > (polls.seen >> kUnexplainedShift) + kUnexplainedAtFirst)
    return 0;
  return static_cast<std::uint32_t>(std::min(kBetweenReadings / polls.period, kMostUnmeasured));
}

inline void plan_measuring(PollStreak& polls) {
  polls.until_measured = polls.unmeasured_at_most = calls_until_measured(polls);
}

// Returns the number of calls since the last measured one.
inline std::uint64_t unmeasured(const PollStreak& polls) {
  return polls.unmeasured_at_most - polls.until_measured;
}

// Adds a call to the average, in which those of the last kMostAveraged calls count most. A call
// that takes longer than the time between two readings says nothing about the calls between them.
inline void average_with(PollStreak& polls, std::uint64_t ticks) {
  if (polls.measured == kMostAveraged) {
    polls.measured /= 2;
    polls.measured_ticks /= 2;
  }
  if (polls.measured == 0 || ticks <= kBetweenReadings) {
    ++polls.measured;
    polls.measured_ticks += ticks;
  }
  polls.average = polls.measured_ticks / polls.measured;
  polls.added_time = pack_time(polls.average, RecordKind{});
}

// Begins a streak with a call that has just been recorded from `begin` to `end`. `goes_on`: the
// streak before it was of the same place, so that its pace and its average hold on.
inline void begin_streak(ThreadState& thread, EventTime begin, EventTime end, bool goes_on) {
  PollStreak& polls = thread.polls;
  polls.begin = begin.ticks;
  polls.last = end.ticks;
  if (!goes_on) {
    polls.measured = polls.measured_ticks = 0;
    polls.period = kBetweenReadings + 1;
  }
  average_with(polls, end.ticks - begin.ticks);
  plan_measuring(polls);
  polls.end = thread.cursor;
}

[[gnu::always_inline]] inline RecordHead& leave_of_streak(const ThreadState& thread) {
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

// To be called when something other than a poll may change the call stack.
inline void look_closely_at_next_poll() { this_thread.polls.repeated = nullptr; }

// Returns whether nothing has changed since the last call of the streak, and this call needs no
// measuring. The values are those of the call: return address, frame, saved rbp of the caller. It
// is the only check before most calls that test in vain, so that it looks at as little as possible.
[[gnu::always_inline]] inline bool may_repeat(const ThreadState& thread, std::uint32_t call,
                                              const void* caller, const void* frame,
                                              const void* frame_pointer) {
  const PollStreak& polls = thread.polls;
  if (polls.repeated != frame || polls.caller != caller || polls.call != call ||
      polls.until_measured == 0 || polls.end != thread.cursor ||
      thread.limit.load(std::memory_order_relaxed) <= polls.end || thread.mpi_call != 0 ||
      polls.unloadings != unloadings.load(std::memory_order_relaxed) ||
      (polls.needs_rbp && polls.rbp != *static_cast<const std::uint64_t*>(frame_pointer)))
    return false;
  for (const StackWord* word = polls.words; word != polls.words_end; ++word)
    if (*reinterpret_cast<const std::uint64_t*>(word->address) != word->value) return false;
  return true;
}

// Adds a call for which the clock was not read. Returns false if something was recorded during the
// call.
[[gnu::always_inline]] inline bool add_unmeasured(ThreadState& thread) {
  const std::uint32_t outer = thread.writing;
  thread.writing = outer + 1;
  base::compiler_barrier();
  const bool goes_on = may_go_on(thread);
  if (goes_on) [[likely]] {
    RecordHead& leave = leave_of_streak(thread);
    leave.time_and_kind += thread.polls.added_time;
    leave.payload += trace::eventlog::kOneMorePoll;
    --thread.polls.until_measured;
  }
  base::compiler_barrier();
  thread.writing = outer;
  return goes_on;
}

// Adds a call of so many ticks; the leave is not moved beyond `most`. Returns false if something
// was recorded during the call.
inline bool add_ticks(ThreadState& thread, std::uint64_t ticks, std::uint64_t most) {
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

// Returns when the call behind those that were not measured ends, if all goes on as before.
inline std::uint64_t expected_end(const PollStreak& polls) {
  return polls.last + polls.period * (unmeasured(polls) + 1);
}

// Notes that the clock was read, behind calls without a reading: nobody knows who took the time
// that they would not have needed.
inline void note_reading(PollStreak& polls, std::uint64_t now) {
  if (now <= polls.last) return;
  const std::uint64_t passed = now - polls.last;
  const std::uint64_t expected = expected_end(polls) - polls.last;
  polls.seen += passed;
  if (unmeasured(polls) != 0 && passed > 2 * expected + kBetweenReadings / 2)
    polls.unexplained += passed - expected;
}

// Adds a call that was measured. Returns false if it must be recorded by itself.
inline bool add_measured(ThreadState& thread, EventTime begin, EventTime end) {
  PollStreak& polls = thread.polls;
  // The counter of another core may be a few ticks behind.
  if (end.ticks < polls.last || end.ticks < begin.ticks) return false;
  if (end.ticks - polls.begin > kLongestStreak || is_at_border(end)) return false;
  if (!add_ticks(thread, end.ticks - begin.ticks, end.ticks)) return false;
  if (are_polls_estimated()) {
    note_reading(polls, begin.ticks);
    average_with(polls, end.ticks - begin.ticks);
    polls.period = std::max<std::uint64_t>((end.ticks - polls.last) / (unmeasured(polls) + 1), 1);
    plan_measuring(polls);
  }
  polls.last = end.ticks;
  return true;
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
  if (unmeasured(polls) == 0 || !is_late || !is_gap_in_calls(polls)) return begin;
  return not_before_streak(thread, expected - std::min(polls.average, expected), begin);
}

}  // namespace tarry::runtime::core

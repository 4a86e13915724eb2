// SPDX-License-Identifier: BSD-3-Clause
// Consecutive calls of MPI that test in vain share the enter and the leave of the first one. As
// long as that leave is the last record of the log, a further call adds itself to it in place: one
// to the number of calls, and its length to the time. So nothing has to be written when another
// event ends the streak, and a process that dies leaves all calls in its log.
//
// Two different calls of one function in turn make two streaks, one right behind the other. A call
// of the first one moves the second one: its leave first, so that times never decrease in a log
// that ends at any moment. So that this is not done at each call, calls without a reading of the
// clock only count, and settle() adds their times.
//
// A call that ends later than kLongestStreak after the enter begins a new streak, so that time
// which lies between the calls is shown at most so much too late.
//
// With --polls estimated the clock is read at the first calls and then about once in
// kBetweenReadings; the calls between them count with the average of those that were measured, and
// need only repeated_streak() and add_unmeasured(). Where this would leave open who took more than
// a small part of the time, all calls are measured for a while. docs/decisions/061-joined-polls.md
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
inline constexpr unsigned kUnexplainedShift = 5;
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

// Returns whether there are two streaks with calls in turn.
inline bool are_in_turn(const ThreadState& thread) { return thread.other_polls.end != 0; }

// Returns how many calls come before the next measured one. It is 0 while too much is unexplained.
inline std::uint32_t calls_until_measured(const PollHistory& history, std::uint64_t period) {
  if (!are_polls_estimated() ||
      history.unexplained > (history.seen >> kUnexplainedShift) + kUnexplainedAtFirst)
    return 0;
  return static_cast<std::uint32_t>(std::min(kBetweenReadings / period, kMostUnmeasured));
}

inline void plan_measuring(const ThreadState& thread, PollStreak& streak) {
  streak.until_measured = streak.unmeasured_at_most = streak.settled =
      calls_until_measured(thread.poll_history, streak.period);
  streak.added_time = are_in_turn(thread) ? 0 : pack_time(streak.average, RecordKind{});
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
  polls.average = (polls.measured_ticks + polls.measured / 2) / polls.measured;
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
  thread.other_polls.end = 0;
  plan_measuring(thread, polls);
  polls.end = thread.cursor;
}

inline RecordHead* heads_before(std::uint64_t end) { return reinterpret_cast<RecordHead*>(end); }

[[gnu::always_inline]] inline RecordHead& leave_of_streak(const PollStreak& streak) {
  return heads_before(streak.end)[-1];
}

// Returns the present length of the streak in its log, as the time of its leave.
inline std::uint64_t time_of_leave(const ThreadState& thread) {
  return trace::eventlog::unpack_ticks(leave_of_streak(thread.polls).time_and_kind);
}

// Keeps signal handlers from taking the window away while records in it are changed.
class Changing {
 public:
  [[gnu::always_inline]] explicit Changing(ThreadState& thread)
      : thread_(thread), outer_(thread.writing) {
    thread.writing = outer_ + 1;
    base::compiler_barrier();
  }
  [[gnu::always_inline]] ~Changing() {
    base::compiler_barrier();
    thread_.writing = outer_;
  }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

 private:
  ThreadState& thread_;
  std::uint32_t outer_;
};

// Lets the calls of both streaks take so many more ticks; the leave is not moved beyond `most`.
// Needs a Changing.
inline void lengthen(ThreadState& thread, std::uint64_t others, std::uint64_t own,
                     std::uint64_t most) {
  const std::uint64_t leave = time_of_leave(thread);
  const std::uint64_t room = most > leave ? most - leave : 0;
  others = std::min(others, room);
  own = std::min(own, room - others);
  RecordHead* const end = heads_before(thread.polls.end);
  end[-1].time_and_kind += pack_time(others + own, RecordKind{});
  if (!are_in_turn(thread)) return;
  base::compiler_barrier();
  end[-2].time_and_kind += pack_time(others, RecordKind{});
  base::compiler_barrier();
  end[-3].time_and_kind += pack_time(others, RecordKind{});
}

// Returns the ticks of calls in turn that only counted until now, and takes them as added.
inline std::uint64_t take_unsettled(PollStreak& streak) {
  const std::uint64_t calls = streak.settled - streak.until_measured;
  streak.settled = streak.until_measured;
  return calls * streak.average;
}

// To be called before a record is made or the times of calls in turn are read.
inline void settle(ThreadState& thread, EventTime now) {
  if (!are_in_turn(thread) || !is_streak_last(thread)) return;
  const Changing changing(thread);
  if (!is_streak_last(thread)) return;
  const std::uint64_t others = take_unsettled(thread.other_polls);
  lengthen(thread, others, take_unsettled(thread.polls), now.ticks);
}

// To be called right behind begin_streak() if the other streak ends where this one begins: from now
// on they are in turn.
inline void begin_turns(ThreadState& thread, std::uint64_t end_of_other) {
  PollStreak& polls = thread.polls;
  PollStreak& other = thread.other_polls;
  const std::uint64_t enter = heads_before(polls.end)[-2].time_and_kind;
  RecordHead& leave = heads_before(end_of_other)[-1];
  leave.time_and_kind = pack_time(std::min(trace::eventlog::unpack_ticks(leave.time_and_kind),
                                           trace::eventlog::unpack_ticks(enter)),
                                  RecordKind::RegionLeave);
  other.end = end_of_other;
  other.period = polls.period;
  polls.begin = other.begin;
  plan_measuring(thread, polls);
  plan_measuring(thread, other);
}

// To be called before the leave is read or moved. Its estimated time cannot be in the future.
// Returns the time of the leave, or `now` if there is no streak.
inline std::uint64_t end_streak(ThreadState& thread, EventTime now) {
  settle(thread, now);
  std::uint64_t leave = now.ticks;
  if (is_streak_last(thread)) {
    leave = std::min(time_of_leave(thread), now.ticks);
    leave_of_streak(thread.polls).time_and_kind = pack_time(leave, RecordKind::RegionLeave);
  }
  thread.polls.end = thread.other_polls.end = 0;
  return leave;
}

// To be called when something other than a poll may change the call stack.
inline void look_closely_at_next_poll() { this_thread.polls.repeated = nullptr; }

// Returns the streak that this call belongs to, if nothing has changed since the last one and this
// call needs no measuring, or nullptr. The values are those of the call: return address, frame, and
// where it has saved the caller's rbp. This is the only check before most calls that test in vain,
// so that it looks at as little as possible.
[[gnu::always_inline]] inline PollStreak* repeated_streak(ThreadState& thread, std::uint32_t call,
                                                          const void* caller, const void* frame,
                                                          const void* frame_pointer) {
  const PollStreak& polls = thread.polls;
  if (polls.repeated != frame) return nullptr;
  PollStreak* streak = &thread.polls;
  if (polls.caller != caller || polls.call != call) {
    streak = &thread.other_polls;
    if (streak->end == 0 || streak->caller != caller || streak->call != call ||
        !streak->has_own_region)
      return nullptr;
  }
  if (streak->until_measured == 0 || polls.end != thread.cursor ||
      thread.limit.load(std::memory_order_relaxed) <= polls.end || thread.mpi_call != 0 ||
      polls.unloadings != unloadings.load(std::memory_order_relaxed) ||
      (polls.needs_rbp && polls.rbp != *static_cast<const std::uint64_t*>(frame_pointer)))
    return nullptr;
  for (const StackWord* word = polls.words; word != polls.words_end; ++word)
    if (*reinterpret_cast<const std::uint64_t*>(word->address) != word->value) return nullptr;
  return streak;
}

// Adds a call for which the clock was not read. Returns false if something was recorded during the
// call.
[[gnu::always_inline]] inline bool add_unmeasured(ThreadState& thread, PollStreak& streak) {
  const Changing changing(thread);
  if (!may_go_on(thread)) [[unlikely]]
    return false;
  RecordHead& leave = leave_of_streak(streak);
  leave.time_and_kind += streak.added_time;
  leave.payload += trace::eventlog::kOneMorePoll;
  --streak.until_measured;
  return true;
}

// Adds a call of so many ticks, and what is unsettled; the leave is not moved beyond `most`.
// Returns false if something was recorded during the call.
inline bool add_ticks(ThreadState& thread, PollStreak& streak, std::uint64_t ticks,
                      std::uint64_t most) {
  const Changing changing(thread);
  if (!may_go_on(thread)) return false;
  std::uint64_t others = 0;
  std::uint64_t own = 0;
  if (are_in_turn(thread)) {
    others = take_unsettled(thread.other_polls);
    own = take_unsettled(thread.polls);
  }
  (&streak == &thread.polls ? own : others) += ticks;
  lengthen(thread, others, own, most);
  // An estimate that was too long is corrected.
  RecordHead& last = leave_of_streak(thread.polls);
  if (!are_in_turn(thread) && trace::eventlog::unpack_ticks(last.time_and_kind) > most)
    last.time_and_kind = pack_time(most, RecordKind::RegionLeave);
  leave_of_streak(streak).payload += trace::eventlog::kOneMorePoll;
  return true;
}

// Returns when the call behind those that were not measured ends, if all goes on as before.
inline std::uint64_t expected_end(const PollStreak& polls) {
  return polls.last + polls.period * (unmeasured(polls) + 1);
}

// Returns whether the thread has lost its core since this was last asked. Asks the system.
[[gnu::cold, gnu::noinline]] bool has_lost_core(PollHistory& history);

// Notes that the clock was read, behind calls without a reading: nobody knows who took the time
// that they would not have needed.
inline void note_reading(ThreadState& thread, std::uint64_t now) {
  const PollStreak& polls = thread.polls;
  if (now <= polls.last) return;
  const std::uint64_t passed = now - polls.last;
  const std::uint64_t expected = expected_end(polls) - polls.last;
  thread.poll_history.seen += passed;
  if (unmeasured(polls) == 0 || passed <= 2 * expected + kBetweenReadings / 2) return;
  // Without a core, the time is that of neither side.
  if (passed <= kLongestStreak || !has_lost_core(thread.poll_history))
    thread.poll_history.unexplained += passed - expected;
}

// Adds a call that was measured. Returns false if it must be recorded by itself.
inline bool add_measured(ThreadState& thread, PollStreak& streak, EventTime begin, EventTime end) {
  PollStreak& polls = thread.polls;
  // The counter of another core may be a few ticks behind.
  if (end.ticks < polls.last || end.ticks < begin.ticks) return false;
  if (end.ticks - polls.begin > kLongestStreak || is_at_border(end)) return false;
  if (!add_ticks(thread, streak, end.ticks - begin.ticks, end.ticks)) return false;
  if (are_polls_estimated()) {
    note_reading(thread, begin.ticks);
    average_with(streak, end.ticks - begin.ticks);
    const bool is_own = &streak == &polls;
    const std::uint64_t calls = unmeasured(polls) + (is_own ? 1 : 0);
    if (calls != 0) polls.period = std::max<std::uint64_t>((end.ticks - polls.last) / calls, 1);
    polls.unmeasured_at_most = polls.until_measured;
    streak.period = polls.period;
    plan_measuring(thread, streak);
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

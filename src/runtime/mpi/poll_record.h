// SPDX-License-Identifier: BSD-3-Clause
// The record of a call that may find nothing: as CallRecord, but a call that has found nothing, as
// the one before it at the same place, is only added to that one (runtime/core/poll_streak.h).
//
// Most calls that test in vain take the short way of poll(). Everything else is in functions of its
// own, which get copies of the operation: so the compiler keeps the wrapper's in registers.
#pragma once

#include <optional>
#include <utility>

#include "runtime/core/poll_streak.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {

class PollRecord {
 public:
  [[gnu::always_inline]] PollRecord(const Entry& entry, Call call)
      : entry_(entry), call_(call), streak_(continued(core::this_thread)) {
    if (streak_ != nullptr) {
      is_measured_ = streak_->until_measured == 0;
      if (is_measured_) begin_ = core::now();
    } else {
      record_.emplace(entry, call);
    }
  }
  // Goes on with a call of a repeated_streak().
  PollRecord(const Entry& entry, Call call, core::PollStreak& streak)
      : entry_(entry), call_(call), streak_(&streak) {}
  PollRecord(const PollRecord&) = delete;
  PollRecord& operator=(const PollRecord&) = delete;

  // To be called right after the real call, with whether it has found nothing. Returns true if the
  // call is thereby recorded.
  [[gnu::always_inline]] bool found_nothing(bool nothing) {
    return (streak_ != nullptr && nothing && add()) || records_nothing(nothing);
  }

  EventTime end() { return record_->end(); }

 private:
  [[gnu::noinline]] bool records_nothing(bool nothing) {
    if (streak_ != nullptr)
      record_by_itself();
    else if (nothing && entry_ && entry_.selected())
      end_ = record_->end();
    else
      return false;
    if (!nothing) return false;
    record_->leave();
    begin_streak();
    return true;
  }

  [[nodiscard]] bool is_of(const core::PollStreak& streak) const {
    return streak.call == static_cast<std::uint32_t>(call_) && streak.caller == entry_.caller() &&
           streak.frame == entry_.frame();
  }

  // Returns the streak that this call may belong to, or nullptr. All of its stack but the place of
  // the call itself is that of the streak recorded last.
  [[nodiscard, gnu::always_inline]] core::PollStreak* continued(core::ThreadState& thread) const {
    const core::PollStreak& polls = thread.polls;
    if (!core::may_go_on(thread) || !entry_ || !entry_.selected()) return nullptr;
    core::PollStreak* streak = &thread.polls;
    if (!is_of(polls)) {
      streak = &thread.other_polls;
      if (!core::are_in_turn(thread) || !is_of(*streak)) return nullptr;
    }
    const bool is_same =
        stacks::are_taken.load(std::memory_order_relaxed)
            ? stacks::is_as_before(reinterpret_cast<std::uint64_t>(polls.caller),
                                   reinterpret_cast<std::uint64_t>(entry_.frame()),
                                   *static_cast<const std::uint64_t*>(entry_.frame_pointer()))
            : region_of(entry_, call_).value == streak->region;
    return is_same ? streak : nullptr;
  }

  // Calls whose enters or leaves have more to tell are not joined.
  static bool may_join(const core::ThreadState& thread) {
    return core::process.settings.polls != trace::eventlog::PollChoice::Each &&
           !thread.poll_history.is_given_up && thread.counters == nullptr &&
           !has_statistics.load(std::memory_order_relaxed);
  }

  // Returns whether the log ends with the enter and the leave of this call and nothing between
  // them.
  [[nodiscard]] bool is_last_pair(const core::ThreadState& thread) const {
    if (thread.limit.load(std::memory_order_relaxed) <= thread.cursor || thread.writing != 0 ||
        thread.cursor < thread.log.window_begin() + 2 * sizeof(core::RecordHead))
      return false;
    const auto* const end = reinterpret_cast<const core::RecordHead*>(thread.cursor);
    const auto is = [&](const core::RecordHead& head, core::RecordKind kind, EventTime time) {
      return head.payload == record_->region().value &&
             head.time_and_kind == core::pack_time(time.ticks, kind);
    };
    return is(end[-2], core::RecordKind::RegionEnter, record_->begin()) &&
           is(end[-1], core::RecordKind::RegionLeave, end_);
  }

  [[gnu::noinline]] void begin_streak() {
    core::ThreadState& thread = core::this_thread;
    if (!may_join(thread) || !is_last_pair(thread)) return;
    core::PollStreak& polls = thread.polls;
    const std::uint32_t region = record_->region().value;
    const bool is_same = is_of(polls) && polls.region == region;
    const bool is_in_turn = !is_same && polls.frame == entry_.frame() &&
                            polls.end == thread.cursor - 2 * sizeof(core::RecordHead) &&
                            end_.ticks - polls.begin <= core::kLongestStreak;
    const std::uint64_t end_of_other = polls.end;
    if (!is_same) std::swap(polls, thread.other_polls);
    const bool goes_on = is_of(polls) && polls.region == region;
    if (!is_same) polls.repeated = nullptr;
    polls.call = static_cast<std::uint32_t>(call_);
    polls.region = region;
    polls.caller = entry_.caller();
    polls.frame = entry_.frame();
    polls.has_own_region =
        stacks::are_taken.load(std::memory_order_relaxed) || is_region_of_caller(entry_, call_);
    core::begin_streak(thread, record_->begin(), end_, goes_on);
    if (is_in_turn) core::begin_turns(thread, end_of_other);
    allow_repeating(thread);
  }

  // Lets the next call take the short way, if all that it depends on can be checked there.
  static void allow_repeating(core::ThreadState& thread) {
    core::PollStreak& polls = thread.polls;
    if (polls.repeated == polls.frame || !polls.has_own_region || core::may_be_at_border() ||
        (polls.until_measured == 0 && thread.other_polls.until_measured == 0))
      return;
    if (!stacks::are_taken.load(std::memory_order_relaxed)) {
      polls.words = polls.words_end = nullptr;
      polls.needs_rbp = false;
      polls.unloadings = core::unloadings.load(std::memory_order_relaxed);
    } else if (!stacks::may_repeat_stack(polls)) {
      return;
    }
    polls.repeated = polls.frame;
  }

  [[gnu::always_inline]] bool add() {
    core::ThreadState& thread = core::this_thread;
    if (!is_measured_) return core::add_unmeasured(thread, *streak_);
    end_ = core::now();
    if (!core::add_measured(thread, *streak_, begin_, end_)) return false;
    allow_repeating(thread);
    return true;
  }

  // The call belongs to no streak. If something was recorded during the call, its enter must not be
  // earlier than that.
  [[gnu::noinline]] void record_by_itself() {
    core::ThreadState& thread = core::this_thread;
    if (end_.ticks == 0) end_ = core::now();
    const EventTime known = is_measured_ ? begin_ : end_;
    core::settle(thread, known);
    core::note_reading(thread, known.ticks);
    if (!core::is_streak_last(thread)) {
      thread.poll_history.is_given_up |= thread.polls.end != 0;
      begin_ = end_;
    } else {
      begin_ =
          is_measured_ ? core::begin_with_gap(thread, begin_) : core::estimated_begin(thread, end_);
    }
    const core::RegionNumber region{streak_->region};
    streak_ = nullptr;
    record_.emplace(entry_, region, begin_, end_);
  }

  const Entry& entry_;
  Call call_;
  core::PollStreak* streak_;  // the one that the call may be added to
  bool is_measured_ = false;
  EventTime begin_;
  EventTime end_;
  std::optional<CallRecord> record_;
};

// A call that may find nothing, with its arguments. An Operation has:
//   kCall, is_selected()   as in Entry
//   keep_quickly()         keeps what the call may overwrite; false: only keep() can
//   keep(), release()      the same with memory of the heap, if it has to be; false: there is none
//   make()                 makes the real call, behind one of these
//   make_plainly()         makes the real call as the program has, behind none
//   has_found_nothing()    of a call that has succeeded
//   ended(entry, end, error)   records what a call has found
template <class Operation>
int end_poll(Operation& operation, const Entry& entry, PollRecord& record, int error) {
  if (record.found_nothing(error == MPI_SUCCESS && operation.has_found_nothing())) return error;
  operation.ended(entry, record.end(), error);
  return error;
}

// Ends a call that took the short way and has found something, has failed, or something was
// recorded during it.
template <class Operation>
[[gnu::noinline]] int end_repeated_poll(Operation operation, const core::CallPlace& place,
                                        core::PollStreak& streak, int error) {
  const Entry entry(true, true, place);
  PollRecord record(entry, Operation::kCall, streak);
  return end_poll(operation, entry, record, error);
}

template <class Operation>
[[gnu::noinline]] int end_unselected_poll(Operation operation, const core::CallPlace& place,
                                          int error) {
  const Entry entry(false, false, place);
  if (entry.tracking()) operation.ended(entry, EventTime{}, error);
  return error;
}

template <class Operation>
[[gnu::noinline]] int poll_by_itself(Operation operation, const core::CallPlace& place) {
  const Entry entry(operation.is_selected(), place.caller, place.frame, place.frame_pointer);
  if (!entry.tracking()) return operation.make_plainly();
  PollRecord record(entry, Operation::kCall);
  struct Kept {
    explicit Kept(Operation& wanted) : kept(wanted), good(wanted.keep()) {}
    ~Kept() { kept.release(); }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    Operation& kept;
    bool good;
  } const kept(operation);
  if (!kept.good) return operation.make_plainly();
  return end_poll(operation, entry, record, operation.make());
}

template <class Operation>
[[gnu::always_inline]] inline int make_in_call(Operation& operation, core::ThreadState& thread,
                                               const void* frame) {
  const core::InCall in_call(thread, frame);
  return operation.make();
}

// Makes and records a call; to be called by the wrapper, from whose frame the other arguments are.
template <class Operation>
[[gnu::always_inline]] inline int poll(Operation operation,
                                       const void* caller = __builtin_return_address(0),
                                       const void* frame = __builtin_dwarf_cfa(),
                                       const void* frame_pointer = __builtin_frame_address(0)) {
  core::ThreadState& thread = core::this_thread;
  constexpr auto kCall = static_cast<std::uint32_t>(Operation::kCall);
  core::PollStreak* const streak =
      core::repeated_streak(thread, kCall, caller, frame, frame_pointer);
  if (streak != nullptr) [[likely]] {
    if (operation.keep_quickly()) [[likely]] {
      const int error = make_in_call(operation, thread, frame);
      if (error == MPI_SUCCESS && operation.has_found_nothing() &&
          core::add_unmeasured(thread, *streak)) [[likely]]
        return error;
      const core::CallPlace place{caller, frame, frame_pointer};
      return end_repeated_poll(operation, place, *streak, error);
    }
  } else if (thread.mpi_call == 0 && !operation.is_selected() && !core::may_be_at_border() &&
             operation.keep_quickly()) {
    const int error = make_in_call(operation, thread, frame);
    if (error == MPI_SUCCESS && operation.has_found_nothing()) [[likely]]
      return error;
    const core::CallPlace place{caller, frame, frame_pointer};
    return end_unselected_poll(operation, place, error);
  }
  const core::CallPlace place{caller, frame, frame_pointer};
  return poll_by_itself(operation, place);
}

}  // namespace tarry::runtime::mpi

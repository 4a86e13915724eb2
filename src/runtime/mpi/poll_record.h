// SPDX-License-Identifier: BSD-3-Clause
// The record of a call that may find nothing: as CallRecord, but a call that has found nothing, as
// the one before it at the same place, is only added to that one (runtime/core/poll_streak.h).
#pragma once

#include <optional>

#include "runtime/core/poll_streak.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {

class PollRecord {
 public:
  [[gnu::always_inline]] PollRecord(const Entry& entry, Call call) : entry_(entry), call_(call) {
    core::ThreadState& thread = core::this_thread;
    if (continues(thread)) {
      is_joined_ = true;
      is_measured_ = thread.polls.until_measured == 0;
      if (is_measured_) begin_ = core::now();
    } else {
      record_.emplace(entry, call);
    }
  }
  PollRecord(const PollRecord&) = delete;
  PollRecord& operator=(const PollRecord&) = delete;

  // To be called right after the real call, with whether it has found nothing. Returns true if the
  // call is thereby recorded.
  [[gnu::always_inline]] bool found_nothing(bool nothing) {
    return (is_joined_ && nothing && add()) || records_nothing(nothing);
  }

  EventTime end() { return record_->end(); }

 private:
  [[gnu::noinline]] bool records_nothing(bool nothing) {
    if (is_joined_)
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

  [[nodiscard, gnu::always_inline]] bool continues(const core::ThreadState& thread) const {
    const core::PollStreak& polls = thread.polls;
    if (!core::may_go_on(thread) || polls.call != static_cast<std::uint32_t>(call_) ||
        polls.caller != entry_.caller() || polls.frame != entry_.frame() || !entry_ ||
        !entry_.selected())
      return false;
    if (stacks::are_taken.load(std::memory_order_relaxed))
      return stacks::is_as_before(reinterpret_cast<std::uint64_t>(entry_.caller()),
                                  reinterpret_cast<std::uint64_t>(entry_.frame()),
                                  *static_cast<const std::uint64_t*>(entry_.frame_pointer()));
    return region_of(entry_, call_).value == polls.region;
  }

  // Calls whose enters or leaves have more to tell are not joined.
  static bool may_join(const core::ThreadState& thread) {
    return core::process.settings.polls != trace::eventlog::PollChoice::Each &&
           !thread.polls.is_given_up && thread.counters == nullptr &&
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
    polls.call = static_cast<std::uint32_t>(call_);
    polls.region = record_->region().value;
    polls.caller = entry_.caller();
    polls.frame = entry_.frame();
    core::begin_streak(thread, record_->begin(), end_);
  }

  [[gnu::always_inline]] bool add() {
    if (!is_measured_) return core::add_unmeasured(core::this_thread);
    end_ = core::now();
    return core::add_measured(core::this_thread, begin_, end_);
  }

  // The call belongs to no streak. If something was recorded during the call, its enter must not be
  // earlier than that.
  [[gnu::noinline]] void record_by_itself() {
    core::ThreadState& thread = core::this_thread;
    if (end_.ticks == 0) end_ = core::now();
    if (!core::is_streak_last(thread)) {
      thread.polls.is_given_up |= thread.polls.end != 0;
      begin_ = end_;
    } else {
      begin_ =
          is_measured_ ? core::begin_with_gap(thread, begin_) : core::estimated_begin(thread, end_);
    }
    is_joined_ = false;
    record_.emplace(entry_, core::RegionNumber{thread.polls.region}, begin_, end_);
  }

  const Entry& entry_;
  Call call_;
  bool is_joined_ = false;
  bool is_measured_ = false;
  EventTime begin_;
  EventTime end_;
  std::optional<CallRecord> record_;
};

}  // namespace tarry::runtime::mpi

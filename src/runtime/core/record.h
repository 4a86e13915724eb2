// SPDX-License-Identifier: BSD-3-Clause
// The hot path: from an event to its record in the thread's window.
//
// A record is made in four steps: look whether there is room, read the clock, take the place with
// one exchange, fill it with its head last. A signal handler of this thread may record events
// between any two of them: before the exchange, the exchange fails and the clock is read again;
// after it, the handler's records simply follow. Time stamps in a log therefore never decrease,
// except in records that share an earlier reading of the clock (record_at): a handler's records
// since that reading are later and stand before them; the converter moves the shared time up to
// theirs. `writing` tells a handler that moves on to the next window that this one is still being
// written to.
#pragma once

#include <cstdint>

#include "base/platform.h"
#include "runtime/core/clock.h"
#include "runtime/core/counters.h"
#include "runtime/core/pause.h"
#include "runtime/core/recording_windows.h"
#include "runtime/core/thread_log.h"
#include "runtime/core/thread_state.h"
#include "trace/eventlog/log_format.h"

namespace tarry::runtime::core {

using trace::eventlog::ArgumentsRecord;
using trace::eventlog::AtomicRecord;
using trace::eventlog::CollectiveRecord;
using trace::eventlog::kUnitBytes;
using trace::eventlog::MessageRecord;
using trace::eventlog::OneSidedRecord;
using trace::eventlog::pack_time;
using trace::eventlog::RecordHead;
using trace::eventlog::RecordKind;

// Writes one record; `fill(T&)` sets everything but time_and_kind. With kReadClock, `time` is set
// to the present, else it is used as it is. `bytes` is the part of T that `fill` sets and the log
// gets, a multiple of kUnitBytes. Returns false if the event was dropped.
template <class T, bool kReadClock, class Fill>
inline bool write_record(ThreadState& thread, RecordKind kind, EventTime& time, Fill fill,
                         std::size_t bytes = sizeof(T)) {
  static_assert(sizeof(T) % kUnitBytes == 0);
  for (;;) {
    const std::uint64_t place = thread.cursor;
    if (place + bytes > thread.limit.load(std::memory_order_relaxed)) [[unlikely]] {
      T record;
      if constexpr (!kReadClock) {
        fill(record);
        if (record_before_pause(thread, kind, time, &record, bytes)) return true;
      }
      if (make_room(thread, bytes)) {
        // As long as there was no room, the counters have not been read for this event.
        if constexpr (kReadClock) {
          if (thread.counters != nullptr && read_counters_now(kind, time))
            return write_record<T, false>(thread, kind, time, fill, bytes);
        } else if (thread.counters != nullptr) {
          read_counters_at(kind, time);
        }
        continue;
      }
      fill(record);
      return record_in_pause(thread, kind, time, &record, bytes);
    }
    if constexpr (kReadClock) {
      time = now();
      if (is_at_border(time)) [[unlikely]] {
        pass_border();
        continue;
      }
    } else if (time.ticks < thread.not_before) [[unlikely]] {
      time.ticks = thread.not_before;  // it was read before a flush that has intervened
    }
    const std::uint32_t outer = thread.writing;
    thread.writing = outer + 1;
    if (base::exchange_locally(thread.cursor, place, place + bytes)) [[likely]] {
      T& record = *reinterpret_cast<T*>(place);
      fill(record);
      base::compiler_barrier();
      record.time_and_kind = pack_time(time.ticks, kind);
      base::compiler_barrier();
      thread.writing = outer;
      return true;
    }
    thread.writing = outer;
  }
}

// Flushes the log, if necessary, before a call that leaves records behind it with the time at which
// it began: a flush in between would move that time behind the call.
inline void have_room_for_call() {
  constexpr std::size_t kMostBytes = 1024;  // of its enter and such records
  ThreadState& thread = this_thread;
  const std::uint64_t limit = thread.limit.load(std::memory_order_relaxed);
  if (limit != 0 && thread.cursor + kMostBytes > limit) [[unlikely]]
    make_room(thread, kMostBytes);
}

// Writes one unit and ignores counters.
template <bool kReadClock>
inline void record_head(RecordKind kind, EventTime& time, std::uint64_t payload) {
  write_record<RecordHead, kReadClock>(this_thread, kind, time,
                                       [payload](RecordHead& head) { head.payload = payload; });
}

// Writes one unit with the present time; if it is an enter or leave, the counters' values stand in
// front of it. Returns its time. Thread: any. Signal: safe.
inline EventTime record_now(RecordKind kind, std::uint64_t payload) {
  EventTime time;
  if (this_thread.counters != nullptr && read_counters_now(kind, time)) [[unlikely]]
    record_head<false>(kind, time, payload);
  else
    record_head<true>(kind, time, payload);
  return time;
}

// Does the same with a given time stamp. Thread: any. Signal: safe.
inline void record_at(RecordKind kind, EventTime time, std::uint64_t payload) {
  if (this_thread.counters != nullptr) [[unlikely]]
    read_counters_at(kind, time);
  record_head<false>(kind, time, payload);
}

}  // namespace tarry::runtime::core

// SPDX-License-Identifier: BSD-3-Clause
// Counters of the calling thread (--metrics): read at every enter and leave, and where recording
// begins, goes off and on. Without them a thread has no ThreadCounters, and nothing here is called.
//
// One call of the system per source and reading; what Tarry itself makes them count between two
// events, in its slow path, is taken off. Pages of the log are touched there for the same reason.
#pragma once

#include "runtime/core/clock.h"
#include "runtime/core/thread_state.h"
#include "trace/eventlog/log_format.h"

namespace tarry::runtime::core {

// If the event is an enter or leave: writes what the counters show, with the present time, which
// the event is to share. False if nothing was written. Thread: owner of `counters`. Signal: safe.
[[gnu::cold, gnu::noinline]] bool read_counters_now(trace::eventlog::RecordKind kind,
                                                    EventTime& time);
// The same with the event's time. Thread: owner of `counters`. Signal: safe.
[[gnu::cold, gnu::noinline]] void read_counters_at(trace::eventlog::RecordKind kind,
                                                   EventTime time);

// What the counters show, stored as thread_log.h does; nothing without counters. Thread: owner, in
// a QuietSection.
void append_reading(ThreadState& thread, EventTime time);

// Opens them for a thread whose log has begun, and stores their first reading; what cannot be had
// is said in a note. Thread: owner, in a QuietSection.
void begin_counters(ThreadState& thread);
// Thread: any, in a QuietSection.
void end_counters(ThreadState& thread);

// Between construction and destruction the counters do not count for the program. May be nested.
class OwnWork {
 public:
  explicit OwnWork(ThreadState& thread) : thread_(thread) {
    if (thread.counters != nullptr) [[unlikely]]
      begin();
  }
  ~OwnWork() {
    if (is_outermost_) [[unlikely]]
      end();
  }
  OwnWork(const OwnWork&) = delete;
  OwnWork& operator=(const OwnWork&) = delete;

 private:
  void begin();
  void end();

  ThreadState& thread_;
  bool is_outermost_ = false;
};

}  // namespace tarry::runtime::core

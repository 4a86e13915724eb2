// SPDX-License-Identifier: BSD-3-Clause
// Counters of the calling thread (--metrics). They are read at every enter and leave, and where
// recording begins, is switched off or is switched on. Without counters a thread has no
// ThreadCounters, and nothing here is called.
//
// Each reading takes one system call per source. What Tarry itself makes the counters count in its
// slow path between two events is subtracted; for this reason pages of the log are touched there,
// too.
#pragma once

#include "runtime/core/clock.h"
#include "runtime/core/thread_state.h"
#include "trace/eventlog/log_format.h"

namespace tarry::runtime::core {

// If the event is an enter or leave, writes the counters' values with the present time, which the
// event then shares. Returns false if nothing was written. Thread: owner of `counters`. Signal:
// safe.
[[gnu::cold, gnu::noinline]] bool read_counters_now(trace::eventlog::RecordKind kind,
                                                    EventTime& time);
// Does the same with the event's time. Thread: owner of `counters`. Signal: safe.
[[gnu::cold, gnu::noinline]] void read_counters_at(trace::eventlog::RecordKind kind,
                                                   EventTime time);

// Stores the counters' values by store() of thread_log.h; does nothing without counters. Thread:
// owner, in a QuietSection.
void append_reading(ThreadState& thread, EventTime time);

// Opens the counters of a thread whose log has begun and stores their first reading. A note reports
// counters that cannot be opened. Thread: owner, in a QuietSection.
void begin_counters(ThreadState& thread);
// Thread: any, in a QuietSection.
void end_counters(ThreadState& thread);

// From its construction to its destruction the thread's counters do not count for the program. May
// be nested.
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

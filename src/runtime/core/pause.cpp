// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/pause.h"

#include <algorithm>

#include "runtime/core/lifecycle.h"
#include "runtime/core/process.h"
#include "runtime/core/thread_log.h"

namespace tarry::runtime::core {

using trace::recording::RecordKind;

namespace {

// A thread may have begun, or flushed, after the pause did.
EventTime in_order(const ThreadState& thread, EventTime time) {
  return {std::max(time.ticks, thread.not_before)};
}

}  // namespace

void pause_recording() {
  if (!recording() || this_thread.quiet_depth != 0 || !start_measurement()) return;
  const QuietSection quiet;
  if (phase() != Phase::Recording) return;
  process.phase.store(Phase::Paused, std::memory_order_relaxed);
  for (ThreadState* thread = process.threads; thread != nullptr; thread = thread->next)
    thread->limit.store(0, std::memory_order_relaxed);
  ++process.pauses;
  process.paused_at = now();
  if (this_thread.log.header() != nullptr) note_pauses(this_thread);
}

void resume_recording() {
  if (!measured() || this_thread.quiet_depth != 0 || !start_measurement()) return;
  const QuietSection quiet;
  if (phase() != Phase::Paused) return;
  process.resumed_at = now();
  process.phase.store(Phase::Recording, std::memory_order_relaxed);
  if (this_thread.log.header() != nullptr) note_pauses(this_thread);
}

void note_pauses(ThreadState& thread) {
  if (thread.pauses_seen == process.pauses) return;
  if (!thread.off_noted)
    thread.off_noted =
        append(thread, RecordKind::MeasurementOff, in_order(thread, process.paused_at), 0);
  if (phase() != Phase::Recording) return;
  append(thread, RecordKind::MeasurementOn, in_order(thread, process.resumed_at), 0);
  thread.off_noted = false;
  thread.pauses_seen = process.pauses;
}

}  // namespace tarry::runtime::core

// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/pause.h"

#include <unistd.h>

#include <algorithm>

#include "runtime/core/counters.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/process.h"
#include "runtime/core/thread_log.h"

namespace tarry::runtime::core {

using trace::eventlog::RecordHead;
using trace::eventlog::RecordKind;

namespace {

RecordKind enter_of(RecordKind leave) {
  return leave == RecordKind::FunctionLeave ? RecordKind::FunctionEnter : RecordKind::RegionEnter;
}

// Stores a record in a log that says that recording is off; another thread may have switched it on
// since.
bool store_in_pause(ThreadState& thread, RecordKind kind, EventTime& time, const void* record,
                    std::size_t bytes) {
  if (!measured() || getpid() != process.pid) return false;
  const QuietSection quiet;
  if (!thread.off_noted || !measured()) return false;
  time.ticks = std::max(time.ticks, process.paused_at.ticks);
  if (phase() == Phase::Recording) time.ticks = std::min(time.ticks, process.resumed_at.ticks);
  return store(thread, kind, time, record, bytes);
}

void go_off() {
  if (!recording() || this_thread.quiet_depth != 0 || !start_measurement()) return;
  const QuietSection quiet;
  if (phase() != Phase::Recording) return;
  process.phase.store(Phase::Paused, std::memory_order_relaxed);
  for (ThreadState* thread = process.threads; thread != nullptr; thread = thread->next)
    thread->limit.store(0, std::memory_order_relaxed);
  ++process.pauses;
  process.paused_at = now();
  if (this_thread.log.header() == nullptr) return;
  append_reading(this_thread, process.paused_at);
  note_pauses(this_thread);
}

void go_on() {
  if (!measured() || this_thread.quiet_depth != 0 || !start_measurement()) return;
  if (phase() != Phase::Paused) return;
  const QuietSection quiet;
  if (phase() != Phase::Paused) return;
  process.resumed_at = now();
  process.phase.store(Phase::Recording, std::memory_order_relaxed);
  if (this_thread.log.header() != nullptr) note_pauses(this_thread);
}

}  // namespace

void pause_recording() {
  process.wants_pause.store(true, std::memory_order_relaxed);
  go_off();
}

void resume_recording() {
  process.wants_pause.store(false, std::memory_order_relaxed);
  if (!process.is_outside.load(std::memory_order_relaxed)) go_on();
}

void go_outside() {
  process.is_outside.store(true, std::memory_order_relaxed);
  go_off();
}

void come_inside() {
  process.is_outside.store(false, std::memory_order_relaxed);
  if (!process.wants_pause.load(std::memory_order_relaxed)) go_on();
}

bool record_in_pause(ThreadState& thread, RecordKind kind, EventTime& time, const void* record,
                     std::size_t bytes) {
  if (!thread.off_noted || thread.quiet_depth != 0) return false;
  const std::uint64_t payload = static_cast<const RecordHead*>(record)->payload;
  switch (kind) {
    case RecordKind::FunctionEnter:
    case RecordKind::RegionEnter:
      thread.paused_regions.enter({kind, payload});
      return false;
    case RecordKind::FunctionLeave:
    case RecordKind::RegionLeave:
      if (thread.paused_regions.leave({enter_of(kind), payload})) return false;
      break;
    case RecordKind::RmaCollectiveBegin:
    case RecordKind::CollectiveBegin:  // its region is not in the log; the end says everything
    case RecordKind::MpiArguments:
    case RecordKind::CountersRead:
      return false;
    default:
      break;
  }
  return store_in_pause(thread, kind, time, record, bytes);
}

bool record_before_pause(ThreadState& thread, RecordKind kind, EventTime time, const void* record,
                         std::size_t bytes) {
  const auto is_before = [&] {
    return measured() && thread.pauses_seen != process.pauses && !thread.off_noted &&
           time.ticks < process.paused_at.ticks;
  };
  if (thread.log.header() == nullptr || thread.quiet_depth != 0 || getpid() != process.pid ||
      !is_before())
    return false;
  const QuietSection quiet;
  return is_before() && store(thread, kind, time, record, bytes);
}

void note_pauses(ThreadState& thread) {
  if (thread.pauses_seen == process.pauses) return;
  if (!thread.off_noted)
    thread.off_noted = append(thread, RecordKind::MeasurementOff, process.paused_at, 0);
  if (phase() != Phase::Recording) return;
  const EventTime time = process.resumed_at;
  append(thread, RecordKind::MeasurementOn, time, thread.paused_regions.unknown());
  thread.paused_regions.for_each_known(
      [&](const PausedRegions::Region& open) { append(thread, open.kind, time, open.payload); });
  append_reading(thread, now());
  thread.paused_regions.clear();
  thread.off_noted = false;
  thread.pauses_seen = process.pauses;
}

}  // namespace tarry::runtime::core

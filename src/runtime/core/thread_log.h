// SPDX-License-Identifier: BSD-3-Clause
// The slow path of recording: everything that happens to a thread's log besides storing a record.
// Its functions expect the caller to be the owner of `thread` and in a QuietSection, unless they
// say otherwise.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/core/clock.h"
#include "runtime/core/process.h"
#include "runtime/core/thread_state.h"
#include "trace/eventlog/log_format.h"

namespace tarry::runtime::core {

// Finds out why a record of `bytes` cannot be stored and makes room, if events are to be recorded
// at all: begins the measurement, this thread's log or its next window, ends a pause. False: drop
// the event. Thread: any, not in a QuietSection. Signal: safe.
[[gnu::cold, gnu::noinline]] bool make_room(ThreadState& thread, std::size_t bytes);

// Creates the log with its first records. False if it could not be created; recording has then been
// stopped.
bool begin_thread_log(ThreadState& thread);

// Stores a record although the hot path is closed, with `time` or, if that is before it, the time
// of the last one that was stored in this way. False if there is no room, which stops the
// recording.
bool store(ThreadState& thread, trace::eventlog::RecordKind kind, EventTime time,
           const void* record, std::size_t bytes);

// The same for one unit.
bool append(ThreadState& thread, trace::eventlog::RecordKind kind, EventTime time,
            std::uint64_t payload);

// The log of a thread that the program creates, with number `created`: from its very beginning,
// even if it records nothing. Thread: owner, not in a QuietSection.
void begin_created_thread(ThreadState& thread, std::uint32_t created);

// Whether what this thread records last is in the trace, which may have ended for good before it.
// Thread: owner.
inline bool trace_goes_on(const ThreadState& thread) {
  return phase() != Phase::Stopped &&
         (thread.log.header() == nullptr || thread.log.header()->trace_end == 0);
}

// Closes the logs that wait for another thread; at the end of the process.
void close_idle_logs();

// The last record and the final header; for a thread that ends.
void end_thread_log(ThreadState& thread);

// Takes the thread off the list of those that have a log. The process' lock is held.
void forget_thread(ThreadState& thread);

// Ends the recording of the whole process, with a note that says why. What was recorded stays.
void stop_recording(const char* reason);

}  // namespace tarry::runtime::core

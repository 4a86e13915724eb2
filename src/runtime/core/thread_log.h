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
// at all: begins the measurement, begins this thread's log or its next window, or ends a pause.
// Returns false if the event must be dropped. Thread: any, not in a QuietSection. Signal: safe.
[[gnu::cold, gnu::noinline]] bool make_room(ThreadState& thread, std::size_t bytes);

// Creates the log with its first records. Returns false if that failed; recording has then been
// stopped.
bool begin_thread_log(ThreadState& thread);

// Stores a record although the hot path is closed. Its time is `time`, but at least the time of the
// last record that was stored in this way. Returns false if there is no room, which stops the
// recording.
bool store(ThreadState& thread, trace::eventlog::RecordKind kind, EventTime time,
           const void* record, std::size_t bytes);

// Does the same for a record of one unit.
bool append(ThreadState& thread, trace::eventlog::RecordKind kind, EventTime time,
            std::uint64_t payload);

// Begins the log of a thread that the program creates, with number `created`. The log reaches back
// to the thread's very beginning and exists even if the thread records nothing. Thread: owner, not
// in a QuietSection.
void begin_created_thread(ThreadState& thread, std::uint32_t created);

// Returns whether the thread's next records are in the trace, which may have ended before them.
// Thread: owner.
inline bool trace_goes_on(const ThreadState& thread) {
  return phase() != Phase::Stopped &&
         (thread.log.header() == nullptr || thread.log.header()->trace_end == 0);
}

// Closes the logs that are kept for later threads. Call it at the end of the process.
void close_idle_logs();

// Writes the last record and the final header of a thread that ends.
void end_thread_log(ThreadState& thread);

// Removes the thread from the list of those that have a log. The caller holds the process' lock.
void forget_thread(ThreadState& thread);

// Ends the recording of the whole process, with a note that says why. Earlier records are kept.
void stop_recording(const char* reason);

}  // namespace tarry::runtime::core

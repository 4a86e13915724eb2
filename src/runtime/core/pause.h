// SPDX-License-Identifier: BSD-3-Clause
// Switches the recording of all threads off and on again while the program runs. Each log notes it
// at the next event of its thread.
//
// While it is off, a log gets no enters. Leaves of regions that were entered before are still
// written. Regions that were entered meanwhile and are still open when recording is switched on
// follow MeasurementOn as enters. So call paths are right wherever in the program recording is
// switched. All other records that are made are written: they are the ends of operations whose
// beginning is in the log, and without them messages and collective operations could not be
// matched.
#pragma once

#include <cstddef>

#include "runtime/core/clock.h"
#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// They do nothing if it is already so. Thread: any. Signal: safe.
void pause_recording();
void resume_recording();

// Do the same for the ranks and times that a filter keeps (recording_windows.h): while a process is
// outside, the program cannot resume the recording.
void go_outside();
void come_inside();

// Handles an event that make_room() refused: if the reason is that recording is off, records what
// is described above. `time` is as in write_record(). Returns true if the record is in the log.
// Thread: owner. Signal: safe.
[[gnu::cold, gnu::noinline]] bool record_in_pause(ThreadState& thread,
                                                  trace::eventlog::RecordKind kind, EventTime& time,
                                                  const void* record, std::size_t bytes);

// Handles an event that is reported late (`time` is in the past): if recording has been switched
// off since then and the thread's log does not say so yet, stores the record in front of that.
// Returns true if it was stored. Thread: owner. Signal: safe.
[[gnu::cold, gnu::noinline]] bool record_before_pause(ThreadState& thread,
                                                      trace::eventlog::RecordKind kind,
                                                      EventTime time, const void* record,
                                                      std::size_t bytes);

// Adds to a thread's log the pauses since it was last brought up to date. Thread: owner, in a
// QuietSection.
void note_pauses(ThreadState& thread);

}  // namespace tarry::runtime::core

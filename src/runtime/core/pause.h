// SPDX-License-Identifier: BSD-3-Clause
// Switching the recording off and on again while the program runs, for all its threads. Each log
// notes it when its thread comes by the next time.
//
// While it is off, a log gets no enters. Leaves of regions that were entered before are written to
// it nevertheless; regions that were entered meanwhile and are still open when recording goes on
// follow MeasurementOn as enters. So the call paths are right wherever in the program it goes off
// and on. All other records are written if somebody makes them: the ends of operations whose
// beginning is in the log, without which messages and collective operations could not be matched.
#pragma once

#include <cstddef>

#include "runtime/core/clock.h"
#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// Do nothing if already so. Thread: any. Signal: safe.
void pause_recording();
void resume_recording();

// The same for the ranks and times that a filter keeps (recording_windows.h): while outside, the
// program cannot resume the recording.
void go_outside();
void come_inside();

// For an event that was refused by make_room(): if that is because recording is off, does what is
// said above. `time` as in write_record(). True if the record is in the log. Thread: owner. Signal:
// safe.
[[gnu::cold, gnu::noinline]] bool record_in_pause(ThreadState& thread,
                                                  trace::eventlog::RecordKind kind, EventTime& time,
                                                  const void* record, std::size_t bytes);

// For an event that was told late (`time` is not the present): if recording has gone off since then
// and the thread's log does not say so yet, the record is put in front of that. True if it was.
// Thread: owner. Signal: safe.
[[gnu::cold, gnu::noinline]] bool record_before_pause(ThreadState& thread,
                                                      trace::eventlog::RecordKind kind,
                                                      EventTime time, const void* record,
                                                      std::size_t bytes);

// Brings a thread's log up to date with pauses since it last looked. Thread: owner, in a
// QuietSection.
void note_pauses(ThreadState& thread);

}  // namespace tarry::runtime::core

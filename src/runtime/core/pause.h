// SPDX-License-Identifier: BSD-3-Clause
// Switching the recording off and on again while the program runs, for all its threads. Each log
// notes it when its thread comes by the next time.
#pragma once

#include "runtime/core/thread_state.h"

namespace tarry::runtime::core {

// Do nothing if already so. Thread: any. Signal: safe.
void pause_recording();
void resume_recording();

// Brings a thread's log up to date with pauses since it last looked. Thread: owner, in a
// QuietSection.
void note_pauses(ThreadState& thread);

}  // namespace tarry::runtime::core

// SPDX-License-Identifier: BSD-3-Clause
// Waits that ended with an event of another process, although no message or operation tells of it.
// Definition: docs/patterns/progress.md.
#pragma once

#include "analysis/records/process_records.h"

namespace tarry::analysis {

// Keeps a wait in `call`, which is an instance of the location. Its metric depends on the kind,
// LateProgress or InnerCollective, and on the call.
void add_awaited_wait(LocationRecords& records, RecordRef call, Ticks wait,
                      const AwaitedEvent& event, WaitKind kind);

// Keeps the waits for members of collective operations that their patterns do not tell of: the
// longest of each call, as far as its other waits leave time for it.
void charge_awaited_members(ProcessRecords& process);

}  // namespace tarry::analysis

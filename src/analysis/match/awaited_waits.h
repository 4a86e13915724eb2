// SPDX-License-Identifier: BSD-3-Clause
// Waits that ended with an event of another process which no message or operation tells of.
// Definition: docs/patterns/progress.md.
#pragma once

#include "analysis/records/process_records.h"

namespace tarry::analysis {

// In the call, an instance of the location.
void add_awaited_wait(LocationRecords& records, RecordRef call, Ticks wait,
                      const AwaitedEvent& event, WaitKind kind);

// Those for other members of collective operations than their patterns tell. One for each call at
// most, the longest, of what its other waits leave.
void charge_awaited_members(ProcessRecords& process);

}  // namespace tarry::analysis

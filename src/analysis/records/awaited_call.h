// SPDX-License-Identifier: BSD-3-Clause
// The calls of others that wait states were for: the send of a late message, the last member that
// came to a collective operation, the release of a lock.
#pragma once

#include "analysis/records/process_records.h"

namespace tarry::analysis {

// The record of the call that a wait was for, in the process that made it.
struct AwaitedRecord {
  Rank rank;  // of that process; !valid(): it is not known
  RecordRef record;
  WaitKind kind = WaitKind::Other;               // tells in which list the record is
  AwaitedEvent::Of of = AwaitedEvent::Of::Call;  // of waits for events
};

// Returns what a wait state of a location of the process was for. All waits must be known.
AwaitedRecord awaited_record(const ProcessRecords& process, const LocationRecords& location,
                             const WaitState& wait);

// Returns the call of `process`, which must be that of `awaited.rank`, with its location. Its index
// is kNoIndex if the call was not recorded. The release of a lock and the end of a task have an
// instance without a length.
RecordRef awaited_call(const ProcessRecords& process, const AwaitedRecord& awaited);

}  // namespace tarry::analysis

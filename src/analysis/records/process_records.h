// SPDX-License-Identifier: BSD-3-Clause
// The locations of one process together: MPI orders messages and collectives, and links requests,
// per process, whichever thread made the calls (docs/definitions.md, "Order and matching").
#pragma once

#include <vector>

#include "analysis/records/location_records.h"
#include "model/anomalies.h"

namespace tarry::analysis {

// A part in a collective operation that may have waited for another member than its pattern says.
struct AwaitedMember {
  Ticks time;        // when the other member came
  RecordRef record;  // of this member, in `collectives`
  Rank rank;         // of the other member
  RecordRef cause;   // in `collectives` of the other member
  AwaitedEvent::Of of = AwaitedEvent::Of::Collective;
};

struct ProcessRecords {
  Rank rank;
  model::LocationIndex first_location;     // the process' locations are neighbours
  std::vector<LocationRecords> locations;  // by thread
  std::uint32_t workers = 0;  // threads that were in teams of the initial one; found by evaluation
  std::vector<AwaitedMember> awaited_members;  // filled in by matching
};

// MPI_Init or MPI_Finalize, in which all processes of the trace meet.
struct WholeRunMeeting {
  Ticks last_begin;           // of the processes
  std::uint32_t members = 0;  // 0: some left before the last came, they do not wait for each other
};

// Waits by process of this worker. Matching fills them in.
struct InitAndFinalizeWaits {
  std::vector<Ticks> init_completion;
  std::vector<Ticks> finalize_wait;
  WholeRunMeeting init, finalize;
};

// Returns the call that begins with this event of the process.
RecordRef call_of(const ProcessRecords& process, RecordRef record, AwaitedEvent::Of of);

// Returns the complete instance of MPI_Init or MPI_Finalize (LocationRecords::init or ::finalize)
// of a process, that of the thread which left it first; its index is kNoIndex if there is none.
RecordRef first_instance(const ProcessRecords& process, std::uint32_t LocationRecords::*which);

// Links requests that one thread started and another completed. It is called once, before matching.
void link_foreign_requests(ProcessRecords& process, model::Anomalies& anomalies);

// Return the sends, posted receives or collectives of all locations by time, location, position.
std::pmr::vector<RecordRef> sends_in_order(const ProcessRecords& process);
std::pmr::vector<RecordRef> receives_in_order(const ProcessRecords& process);
std::pmr::vector<RecordRef> collectives_in_order(const ProcessRecords& process);
// Returns the records of one-sided communication in the same order, except that at the same time
// the end of an epoch comes before calls of other threads.
std::pmr::vector<RecordRef> rma_in_order(const ProcessRecords& process);

}  // namespace tarry::analysis

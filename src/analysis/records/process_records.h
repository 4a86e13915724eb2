// SPDX-License-Identifier: BSD-3-Clause
// The locations of one process together: MPI orders messages and collectives, and links requests,
// per process, whichever thread made the calls (docs/definitions.md, "Order and matching").
#pragma once

#include <vector>

#include "analysis/records/location_records.h"
#include "model/anomalies.h"

namespace tarry::analysis {

// A part in a collective operation that may have waited for another member than its pattern tells.
struct AwaitedMember {
  Ticks time;        // when that one came
  RecordRef record;  // the own, in `collectives`
  Rank rank;         // of the other
  RecordRef cause;   // there, in `collectives`
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

// By process of this worker; filled in by matching.
struct InitAndFinalizeWaits {
  std::vector<Ticks> init_completion;
  std::vector<Ticks> finalize_wait;
  WholeRunMeeting init, finalize;
};

// The call that an event of this process is the begin of.
RecordRef call_of(const ProcessRecords& process, RecordRef record, AwaitedEvent::Of of);

// Links requests that one thread started and another completed. Call once, before matching.
void link_foreign_requests(ProcessRecords& process, model::Anomalies& anomalies);

// Sends, posted receives or collectives of all locations by time, then location, then position.
std::pmr::vector<RecordRef> sends_in_order(const ProcessRecords& process);
std::pmr::vector<RecordRef> receives_in_order(const ProcessRecords& process);
std::pmr::vector<RecordRef> collectives_in_order(const ProcessRecords& process);
// Of one-sided communication. At the same time, what ends an epoch comes before what other threads
// do.
std::pmr::vector<RecordRef> rma_in_order(const ProcessRecords& process);

}  // namespace tarry::analysis

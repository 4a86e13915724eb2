// SPDX-License-Identifier: BSD-3-Clause
// The locations of one process together: MPI orders messages and collectives, and links requests,
// per process, whichever thread made the calls (definitions 6.3).
#pragma once

#include <vector>

#include "analysis/replay/location_records.h"
#include "model/anomalies.h"

namespace tarry::analysis {

struct ProcessRecords {
  Rank rank;
  model::LocationIndex first_location;     // the process' locations are neighbours
  std::vector<LocationRecords> locations;  // by thread
  std::uint32_t workers = 0;  // threads that were in teams of the initial one; found by evaluation
};

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

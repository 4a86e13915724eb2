// SPDX-License-Identifier: BSD-3-Clause
// The epochs of one process on its windows, from the records of all its threads in order. Every
// epoch names the other processes in it, and its number among the epochs with each of them, by
// which the two sides find each other.
#pragma once

#include <memory_resource>
#include <vector>

#include "analysis/records/process_records.h"
#include "model/anomalies.h"
#include "model/definitions.h"

namespace tarry::analysis {

// Another process in an epoch.
struct RmaPeer {
  Rank rank;
  std::uint32_t ordinal = 0;  // of the epoch, among those of this window with that process
  bool is_accessed = false;   // by operations in the epoch
  Ticks last_leave;           // of the last of these operations
};

// A collective call, with the processes that were accessed since the previous fence.
struct RmaCollectiveCall {
  RecordRef record;
  std::uint32_t sequence = 0;  // on its window
  std::uint32_t first_peer = 0, end_peer = 0;
};

struct RmaAccessEpoch {
  RecordRef start, complete;
  std::uint32_t first = 0, end = 0;  // of `order`: start and complete
  std::uint32_t first_peer = 0, end_peer = 0;
};

struct RmaExposureEpoch {
  RecordRef post, wait;
  std::uint32_t first_peer = 0, end_peer = 0;
};

struct RmaLockEpoch {
  RecordRef lock, unlock;
  std::uint32_t first = 0, end = 0;  // of `order`: lock and unlock
};

struct RmaEpochs {
  std::pmr::vector<RecordRef> order;  // the records of all locations by time
  std::pmr::vector<RmaPeer> peers;
  std::pmr::vector<RmaCollectiveCall> collectives;
  std::pmr::vector<RmaAccessEpoch> accesses;
  std::pmr::vector<RmaExposureEpoch> exposures;
  std::pmr::vector<RmaLockEpoch> locks;
};

RmaEpochs rma_epochs(const ProcessRecords& process, const model::Definitions& definitions,
                     model::Anomalies& anomalies);

}  // namespace tarry::analysis

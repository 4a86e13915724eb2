// SPDX-License-Identifier: BSD-3-Clause
// Brings the sides of one-sided synchronisation together: members of collective calls on a window,
// or file, targets that post and origins that access, and origins that take the same lock. The
// results are kept in the `rma` records of the locations. Definition: docs/definitions.md,
// "One-sided waits".
#pragma once

#include <span>
#include <vector>

#include "analysis/match/rma_epochs.h"
#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "base/result.h"
#include "model/definitions.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Collective over the transport. Costs nothing if the trace has no windows and no files.
// `marks_lock_epochs`: RmaRecord::in_lock_epoch is wanted.
base::Status match_rma(std::vector<ProcessRecords>& processes,
                       const model::Definitions& definitions, const Partition& partition,
                       workers::Transport& transport, bool marks_lock_epochs,
                       model::Anomalies& anomalies);

// The data of its three parts. `epochs` stand by process of this worker.
struct RmaMatching {
  std::vector<ProcessRecords>& processes;
  std::vector<RmaEpochs>& epochs;
  const model::Definitions& definitions;
  const Partition& partition;
  workers::Transport& transport;
  model::Anomalies& anomalies;

  [[nodiscard]] const RmaRecord& record(std::size_t process, RecordRef ref) const {
    return processes[process].locations[ref.location].rma.records[ref.index];
  }
  [[nodiscard]] const RmaCollective& collective(std::size_t process, RecordRef ref) const {
    return processes[process].locations[ref.location].rma.collectives[record(process, ref).detail];
  }
  [[nodiscard]] const Instance& instance(std::size_t process, RecordRef ref) const {
    return processes[process].locations[ref.location].instances[record(process, ref).instance];
  }
  [[nodiscard]] std::span<const RmaPeer> peers(std::size_t process, std::uint32_t first,
                                               std::uint32_t end) const {
    return std::span(epochs[process].peers).subspan(first, end - first);
  }
  // Returns whether the time of a call is not known: it has no leave, or was recorded in a pause.
  [[nodiscard]] bool is_damaged(std::size_t process, RecordRef ref) const {
    const Instance& it = instance(process, ref);
    return it.damaged || it.call == model::MpiCall::Pause;
  }
  // Returns the rank of a process in the communicator of the window.
  [[nodiscard]] std::uint32_t place_in(model::WindowId window, Rank rank) const;
};

// The three parts. Collective over the transport.
base::Status match_window_calls(RmaMatching& matching);
base::Status match_exposures(RmaMatching& matching);
base::Status match_window_locks(RmaMatching& matching);

}  // namespace tarry::analysis

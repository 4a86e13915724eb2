// SPDX-License-Identifier: BSD-3-Clause
// Brings the two or more sides of one-sided synchronisation together: members of collective calls
// on a window, those who post and those who access, those who take the same lock. What is found is
// kept in the `rma` records of the locations. Definition: docs/definitions.md, "One-sided waits".
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

// Collective over the transport. Costs nothing if the trace has no windows.
base::Status match_rma(std::vector<ProcessRecords>& processes,
                       const model::Definitions& definitions, const Partition& partition,
                       workers::Transport& transport, model::Anomalies& anomalies);

// The parts of it. `epochs` by process of this worker. Collective over the transport.
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
  // Whether its time is not known: left without a record of it, or recorded in a pause.
  [[nodiscard]] bool is_damaged(std::size_t process, RecordRef ref) const {
    const Instance& it = instance(process, ref);
    return it.damaged || it.call == model::MpiCall::Pause;
  }
  // Rank of a process among those of the window; in its communicator's order.
  [[nodiscard]] std::uint32_t place_in(model::WindowId window, Rank rank) const;
};

base::Status match_window_calls(RmaMatching& matching);
base::Status match_exposures(RmaMatching& matching);
base::Status match_window_locks(RmaMatching& matching);

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// The members of a neighborhood operation that each of its members needs, for evaluating the trace
// again: all its in-neighbors that have data, not only the one that came last. Source:
// docs/decisions/092-neighborhood-operations.md.
#pragma once

#include <span>
#include <vector>

#include "analysis/match/collective_members.h"
#include "analysis/patterns/collective.h"
#include "analysis/records/process_records.h"
#include "workers/transport.h"

namespace tarry::analysis {

class NeighborNeeds {
 public:
  explicit NeighborNeeds(std::size_t workers) : needs_(workers) {}

  // Returns for each member how many others need it, until the next call; nothing for operations
  // of another shape. `entries` are all members.
  std::span<const std::uint32_t> add(const CollectiveInstance& instance,
                                     std::span<const InstanceTable::Entry> entries,
                                     const model::Communicator& comm);
  // Fills in the needs of all processes. Collective over the transport.
  void conclude(std::vector<ProcessRecords>& processes, workers::Transport& transport);

 private:
  std::vector<workers::Bytes> needs_;  // by worker of the member that needs
  std::vector<std::uint32_t> needing_;
};

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// Waits in collective operations for another member than the pattern of the operation tells. Their
// classes of calls must give enough evidence. Definition: docs/patterns/progress.md.
#pragma once

#include <memory_resource>
#include <span>
#include <vector>

#include "analysis/match/collective_members.h"
#include "analysis/patterns/collective.h"
#include "analysis/patterns/inner_wait.h"
#include "analysis/regions/call_classes.h"
#include "workers/transport.h"

namespace tarry::analysis {

class InnerWaits {
 public:
  explicit InnerWaits(std::uint64_t ticks_per_second) : classes_(ticks_per_second) {}

  // Notes the members of an evaluated instance that may have waited for others. All members of
  // barriers and n-to-n operations meet; prefix operations have a pattern for each member.
  void find(const CollectiveInstance& instance, CollectiveShape shape,
            std::span<const InstanceTable::Entry> entries, const model::Communicator& comm);

  // Keeps the waits whose classes give enough evidence, with the processes that waited. Collective
  // over the transport.
  void conclude(std::vector<ProcessRecords>& processes, workers::Transport& transport);

 private:
  struct Wait {
    std::size_t victim_worker;
    std::uint32_t process;  // of the victim
    AwaitedMember awaited;
    std::uint32_t call_class;
    Ticks rest;  // time of the call without the wait of the pattern
    std::int64_t evidence;
  };

  // Returns the waits that are believed, for the workers of the victims.
  std::vector<workers::Bytes> believed(workers::Transport& transport);

  CallClasses classes_;
  Arrivals arrivals_;
  std::pmr::vector<Wait> found_;
};

}  // namespace tarry::analysis

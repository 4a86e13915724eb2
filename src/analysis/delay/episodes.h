// SPDX-License-Identifier: BSD-3-Clause
// Makes for every finding one chain of waits as it happened, with times. One worker knows the
// chain, the others when their locations came to it. Source: docs/decisions/018-findings.md.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "analysis/delay/delay_knowledge.h"
#include "analysis/delay/propagation.h"
#include "analysis/whatif/reevaluation.h"
#include "base/result.h"
#include "model/insights.h"
#include "workers/transport.h"

namespace tarry::analysis {

class Episodes {
 public:
  // Both must outlive it.
  Episodes(const DelayKnowledge& known, workers::Transport& transport)
      : known_(known), transport_(transport) {}

  // Called on the first worker, by finding. Adds the chain of pairs (Attribution::worst_chain) that
  // begins with the excess at `cause`, a call path of all workers. `waits`, `pairs` and the pairs
  // of each worker are those of the propagation.
  void add(std::uint32_t finding, CallPathId cause, const std::vector<std::uint32_t>& chain,
           const std::pmr::vector<WaitNode>& waits, const std::pmr::vector<DelayPair>& pairs,
           const std::vector<std::size_t>& pairs_of_worker);
  // Called after the last add(): each worker completes the links on its locations. Collective.
  base::Status complete();

  // The remaining functions are for the first worker. Returns the moments whose times must be
  // known, by location and section.
  [[nodiscard]] std::vector<Moment> moments() const;
  // Returns the episode with these times; empty if the finding has no chain. `begin`: that of the
  // trace.
  [[nodiscard]] model::Episode told(std::uint32_t finding, const std::vector<Moment>& moments,
                                    Ticks begin) const;

 private:
  // One wait of an episode, or its cause.
  struct Link {
    std::uint32_t finding;
    std::uint32_t worker;     // worker of the cause
    std::uint32_t pair;       // only for the cause: its number on that worker
    std::uint32_t order = 0;  // order of the wait's point
    model::LocationIndex location;
    bool is_cause = false;
    DelayChannel channel{};
    Ticks amount;
    // Filled in by the worker of the location.
    CallPathId callpath;
    std::uint32_t begin_section = 0, end_section = 0;
  };

  void complete(Link& link, const SyncTimeline& timeline) const;

  const DelayKnowledge& known_;
  workers::Transport& transport_;
  std::vector<Link> links_;  // links of all episodes, in order
};

}  // namespace tarry::analysis

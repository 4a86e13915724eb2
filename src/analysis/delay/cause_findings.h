// SPDX-License-Identifier: BSD-3-Clause
// The call paths that cost others most: which they are, whom they make wait, how it travels, and
// the trace without them. Source: docs/decisions/018-findings.md.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "analysis/delay/attribution.h"
#include "analysis/delay/propagation.h"
#include "analysis/delay/surplus_log.h"
#include "analysis/delay/sync_survey.h"
#include "analysis/parallel/transport.h"
#include "analysis/replay/region_table.h"
#include "analysis/replay/share.h"
#include "analysis/whatif/changes.h"
#include "analysis/whatif/reevaluation.h"
#include "base/result.h"
#include "model/call_tree.h"
#include "model/definitions.h"
#include "model/insights.h"

namespace tarry::analysis {

// What the cause of a pair remembers of it.
struct PairOfCause {
  std::uint32_t begin = kNoIndex;  // the interval's first point, by order; kNoIndex: none
  std::uint32_t end = kNoIndex;    // its last; likewise
  double share = 0.0;              // of the pair's cost, per tick of surplus
  double removable = 0.0;          // ticks that were too much, likewise
};

// What the evaluation of delays knows. All must outlive the findings.
struct DelayKnowledge {
  std::vector<SyncPlace>& places;
  const model::CallTree& all_callpaths;        // of all workers
  const std::vector<CallPathId>& to_unified;   // from those of this worker
  const SurplusLog& surpluses;                 // by pair of this worker
  const std::pmr::vector<PairOfCause>& pairs;  // likewise
  const std::vector<std::size_t>& first_pair;  // by place, and one more
  const Share& share;                          // with all costs of this worker
  const model::Definitions& definitions;
  const RegionTable& regions;
};

class CauseFindings {
 public:
  static constexpr std::size_t kMost = 5;

  CauseFindings(const DelayKnowledge& known, CostModel model, Transport& transport)
      : known_(known), model_(model), transport_(transport) {}

  // Finds the causes. `location_time`: of all locations of this worker together, ticks. Collective.
  base::Status choose(Ticks location_time);
  // Whom they make wait. Of the first worker: waits, pairs, the pairs of each worker and the
  // propagation. Collective.
  base::Status follow(const std::pmr::vector<WaitNode>& waits,
                      const std::pmr::vector<DelayPair>& pairs,
                      const std::vector<std::size_t>& pairs_of_worker,
                      const Propagation* propagation);

  [[nodiscard]] std::size_t count() const { return causes_.size(); }
  // Of the first worker: those whose waits do not add up to their cost, which would be our bug.
  [[nodiscard]] std::uint64_t unlike() const { return unlike_; }
  // One location without the delays of one of them; nullptr: it has none.
  std::unique_ptr<Change> removed(std::size_t finding, std::size_t place);

  // Of the first worker: when must be known, by location and section.
  std::vector<Moment> moments() const;

  // Of the first worker, by falling gain. `gains`: of each, ticks of the run time; `moments` with
  // their times. Collective.
  base::Result<std::vector<model::Finding>> conclude(const std::vector<Ticks>& gains,
                                                     const std::vector<Moment>& moments,
                                                     Ticks begin);

 private:
  // One wait of an episode, or its cause.
  struct Link {
    std::uint32_t finding;
    std::uint32_t worker;     // of the cause
    std::uint32_t pair;       // its number there: of the cause only
    std::uint32_t order = 0;  // of the wait's point
    model::LocationIndex location;
    bool is_cause = false;
    DelayChannel channel{};
    Ticks amount;
    // Filled in by who has the location.
    CallPathId callpath;
    std::uint32_t begin_section = 0, end_section = 0;
  };
  struct OfLocation {
    model::LocationIndex location;
    double cost = 0.0;
  };
  struct Cause {
    CallPathId callpath;                  // unified
    double cost = 0.0;                    // ticks
    std::vector<OfLocation> locations;    // of the first worker
    std::vector<model::Victims> victims;  // likewise
  };

  [[nodiscard]] bool is_start_or_end(CallPathId callpath) const;
  base::Status tell_causes();
  void attribute(const Attribution& attribution, std::size_t finding,
                 const std::pmr::vector<WaitNode>& waits, const std::pmr::vector<DelayPair>& pairs,
                 const Propagation& propagation, const std::pmr::vector<CallPathId>& callpaths);
  void add_chain(const std::vector<std::uint32_t>& chain, std::uint32_t finding,
                 const std::pmr::vector<WaitNode>& waits, const std::pmr::vector<DelayPair>& pairs,
                 const std::vector<std::size_t>& pairs_of_worker);
  base::Status complete_links();
  void complete(Link& link) const;
  [[nodiscard]] std::uint32_t section(const SyncTimeline& timeline, std::uint32_t order) const;
  [[nodiscard]] std::string metric_of(DelayChannel channel, CallPathId callpath) const;
  // Those that have a part worth naming, as ranks, and as threads if they are of one process.
  void name(const std::vector<OfLocation>& locations, std::vector<model::Rank>& ranks,
            std::vector<std::uint32_t>& threads) const;
  [[nodiscard]] double seconds(double ticks) const;
  model::Episode episode(std::uint32_t finding, const std::vector<Moment>& moments,
                         Ticks begin) const;

  const DelayKnowledge& known_;
  const CostModel model_;
  Transport& transport_;
  std::vector<Cause> causes_;            // the same on all workers but for what is said above
  std::vector<std::uint32_t> cause_of_;  // by own call path; kNoIndex: none
  std::uint64_t unlike_ = 0;
  std::vector<Link> links_;                             // of all episodes, in order
  std::array<std::vector<OfLocation>, kMost> removed_;  // ticks, by own location
};

}  // namespace tarry::analysis

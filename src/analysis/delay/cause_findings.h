// SPDX-License-Identifier: BSD-3-Clause
// The call paths that cost others most: which they are, whom they make wait, how it travels, and
// the trace without them. Source: docs/decisions/018-findings.md.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "analysis/delay/attribution.h"
#include "analysis/delay/delay_knowledge.h"
#include "analysis/delay/episodes.h"
#include "analysis/delay/propagation.h"
#include "analysis/parallel/transport.h"
#include "analysis/whatif/changes.h"
#include "analysis/whatif/reevaluation.h"
#include "base/result.h"
#include "model/insights.h"

namespace tarry::analysis {

class CauseFindings {
 public:
  static constexpr std::size_t kMost = 5;  // findings that are told

  CauseFindings(const DelayKnowledge& known, CostModel model, Transport& transport)
      : known_(known), model_(model), transport_(transport), episodes_(known, transport) {}

  // Finds the causes. `location_time`: that was recorded, pauses left out, of all locations of this
  // worker together, ticks. Collective.
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
  [[nodiscard]] std::vector<Moment> moments() const { return episodes_.moments(); }

  // Of the first worker, by falling gain. `gains`: of each, ticks of the run time; `moments` with
  // their times. Collective.
  base::Result<std::vector<model::Finding>> conclude(const std::vector<Ticks>& gains,
                                                     const std::vector<Moment>& moments,
                                                     Ticks begin);

 private:
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
  // Those that have a part worth naming, as ranks, and as threads if they are of one process.
  void name(const std::vector<OfLocation>& locations, std::vector<model::Rank>& ranks,
            std::vector<std::uint32_t>& threads) const;

  const DelayKnowledge& known_;
  const CostModel model_;
  Transport& transport_;
  std::vector<Cause> causes_;            // the same on all workers but for what is said above
  std::vector<std::uint32_t> cause_of_;  // by own call path; kNoIndex: none
  std::uint64_t unlike_ = 0;
  Episodes episodes_;
  std::array<std::vector<OfLocation>, kMost> removed_;  // ticks, by own location
};

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// What one would do so that others wait less: which call paths, on which locations, what it would
// gain, and whom they make wait. Sources: docs/decisions/018-findings.md, 037-interventions.md.
#pragma once

#include <memory>
#include <vector>

#include "analysis/delay/attribution.h"
#include "analysis/delay/delay_knowledge.h"
#include "analysis/delay/episodes.h"
#include "analysis/delay/propagation.h"
#include "analysis/interventions/choice.h"
#include "analysis/interventions/interventions.h"
#include "analysis/whatif/changes.h"
#include "analysis/whatif/what_if.h"
#include "base/result.h"
#include "model/insights.h"
#include "workers/transport.h"

namespace tarry::analysis {

class CauseFindings {
 public:
  CauseFindings(const DelayKnowledge& known, CostModel model, workers::Transport& transport)
      : known_(known),
        model_(model),
        transport_(transport),
        episodes_(known, transport),
        interventions_(known, transport) {}

  // Finds what might be done. `location_time`: that was recorded, pauses left out, of all locations
  // of this worker together, ticks; `steps`: of its locations. Collective.
  base::Status choose(Ticks location_time, const std::vector<LocationSteps>& steps);
  // Whom the causes make wait. Of the first worker: waits, pairs, the pairs of each worker and the
  // propagation. Collective.
  base::Status follow(const std::pmr::vector<WaitNode>& waits,
                      const std::pmr::vector<DelayPair>& pairs,
                      const std::vector<std::size_t>& pairs_of_worker,
                      const Propagation* propagation);

  // Scenarios of the trace that have to be evaluated.
  [[nodiscard]] std::size_t count() const { return scenarios_.size(); }
  // What one of them does to a location; nullptr: nothing.
  std::unique_ptr<Change> change(std::size_t scenario, std::size_t place);

  // Which locations they change by how much, once their changes have been asked for. Collective.
  base::Status find_locations();

  // The rest of the first worker. Causes whose waits do not add up to their cost, which would be
  // our bug.
  [[nodiscard]] std::uint64_t unlike() const { return unlike_; }
  // When must be known, by location and section.
  [[nodiscard]] std::vector<Moment> moments() const { return episodes_.moments(); }
  // Each of the scenarios, and all that might be done at once.
  [[nodiscard]] std::vector<Lane> lanes() const;
  // What is worth doing. `before`: end of the trace; `after`: in each lane.
  void decide(Graph& graph, Ticks before, const std::vector<Ticks>& after);

  // In the order in which one would mend them. `moments` with their times.
  [[nodiscard]] std::vector<model::Finding> conclude(const std::vector<Moment>& moments,
                                                     Ticks begin) const;

 private:
  struct OfLocation {
    model::LocationIndex location;
    double ticks = 0.0;
  };
  // A call path that may be to blame.
  struct Cause {
    CallPathId callpath;                    // unified
    double cost = 0.0;                      // ticks
    std::vector<OfLocation> locations;      // cost, of the first worker
    std::vector<model::Victims> victims;    // likewise
    std::uint32_t intervention = kNoIndex;  // brings it down to its level
    bool has_surplus = false;               // takes away what is more than others do who wait
    std::uint32_t levelled = kNoIndex;      // scenarios
    std::uint32_t without_surplus = kNoIndex;
    std::uint32_t scenario = kNoIndex;  // the one that counts
  };
  struct Scenario {
    std::uint32_t cause;
    bool is_level;  // else: of the surplus
    // Of the first worker: ticks that are removed, and where hardly anything would be.
    std::vector<OfLocation> locations{};
    std::vector<model::LocationIndex> without{};
  };
  // What one would do, and what comes of it.
  struct Told {
    Together group;  // of causes
    double low = 0.0, high = 0.0;
    bool depends_on_dealing = false;  // of work queues
    bool depends_on_cores = false;    // that threads have to share
  };

  base::Status choose_by_cost(double least);
  base::Status tell_causes();
  [[nodiscard]] bool is_start_or_end(CallPathId callpath) const;
  void attribute(const Attribution& attribution, std::size_t cause,
                 const std::pmr::vector<WaitNode>& waits, const std::pmr::vector<DelayPair>& pairs,
                 const Propagation& propagation, const std::pmr::vector<CallPathId>& callpaths);
  std::unique_ptr<Change> without_surplus(std::uint32_t cause, std::size_t place,
                                          std::uint32_t scenario);
  [[nodiscard]] Lane::Part part_of(std::size_t scenario, double weight = 1.0) const;
  [[nodiscard]] Lane lane_of(const std::vector<std::size_t>& causes) const;
  [[nodiscard]] std::vector<std::size_t> every() const;
  [[nodiscard]] std::vector<Lane> one_after_the_other() const;
  void leave_out_the_rest(Graph& graph, Ticks before);
  void add_ranges(Graph& graph, Ticks before);
  base::Status gather_without_core();
  void add_lost_cores();
  base::Status gather_accuracy();
  void add_accuracy();
  [[nodiscard]] const Excess* excess_of(const Cause& cause) const;
  [[nodiscard]] model::Finding told(const Cause& cause) const;
  static std::vector<OfLocation> changed_by(const Scenario& scenario);
  // Those that have a part worth naming, as ranks, and as threads if they are of one process.
  void name(const std::vector<OfLocation>& locations, std::vector<model::Rank>& ranks,
            std::vector<std::uint32_t>& threads) const;

  const DelayKnowledge& known_;
  const CostModel model_;
  workers::Transport& transport_;
  double least_ = 0.0;         // gain that is told, ticks
  std::vector<Cause> causes_;  // the same on all workers but for what is said above
  std::vector<Scenario> scenarios_;
  std::vector<std::uint32_t> cause_of_;  // by own call path; kNoIndex: none
  std::uint64_t unlike_ = 0;
  std::vector<double> alone_;  // by cause: gain
  std::vector<Told> told_;
  std::vector<std::vector<OfLocation>> removed_;  // ticks, by scenario, of own locations
  // By cause: how far its time from samples may be off, in ticks; of the first worker.
  std::vector<std::vector<OfLocation>> accuracy_;
  std::vector<double> without_core_;  // by location: ticks, not while it waits; of the first worker
  Episodes episodes_;
  Interventions interventions_;
};

}  // namespace tarry::analysis

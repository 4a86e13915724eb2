// SPDX-License-Identifier: BSD-3-Clause
// Finds what one would do so that others wait less: which call paths on which locations, the gain,
// and the waits that they cause. Sources: docs/decisions/018-findings.md, 037-interventions.md.
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

  // Finds what might be done. `location_time`: the recorded time without pauses, summed over the
  // locations of this worker, in ticks; `steps`: those of its locations. Collective.
  base::Status choose(Ticks location_time, const std::vector<LocationSteps>& steps);
  // Finds the waits that the causes lead to. Only for the first worker: waits, pairs, the pairs of
  // each worker and the propagation. Collective.
  base::Status follow(const std::pmr::vector<WaitNode>& waits,
                      const std::pmr::vector<DelayPair>& pairs,
                      const std::vector<std::size_t>& pairs_of_worker,
                      const Propagation* propagation);

  // Returns the number of scenarios of the trace that have to be evaluated.
  [[nodiscard]] std::size_t count() const { return scenarios_.size(); }
  // Returns the change of a scenario to a location; nullptr: none.
  std::unique_ptr<Change> change(std::size_t scenario, std::size_t place);

  // Determines the locations that the scenarios change, and by how much, after all changes have
  // been requested. Collective.
  base::Status find_locations();

  // The remaining functions are for the first worker. Returns the number of causes whose waits do
  // not add up to their cost, which would be our bug.
  [[nodiscard]] std::uint64_t unlike() const { return unlike_; }
  // Returns the moments whose times must be known, by location and section.
  [[nodiscard]] std::vector<Moment> moments() const { return episodes_.moments(); }
  // Returns each of the scenarios, and then everything that might be done at once.
  [[nodiscard]] std::vector<Lane> lanes() const;
  // Decides what is worth doing. `before`: end of the trace; `after`: its end in each lane.
  void decide(Graph& graph, Ticks before, const std::vector<Ticks>& after);

  // Returns the findings in the order in which one would act on them. `moments`: with their times.
  [[nodiscard]] std::vector<model::Finding> conclude(const std::vector<Moment>& moments,
                                                     Ticks begin) const;

 private:
  struct OfLocation {
    model::LocationIndex location;
    double ticks = 0.0;
  };
  // A call path that may be a cause.
  struct Cause {
    CallPathId callpath;                    // unified
    double cost = 0.0;                      // ticks
    std::vector<OfLocation> locations;      // with their costs; only on the first worker
    std::vector<model::Victims> victims;    // only on the first worker
    std::uint32_t intervention = kNoIndex;  // the intervention that brings it down to its level
    bool has_surplus = false;  // a scenario removes what exceeds the time of those that wait
    std::uint32_t levelled = kNoIndex;  // scenarios
    std::uint32_t without_surplus = kNoIndex;
    std::uint32_t scenario = kNoIndex;  // the scenario that counts
  };
  struct Scenario {
    std::uint32_t cause;
    bool is_level;  // else it removes the surplus
    // Only on the first worker: removed ticks, and locations that stay unchanged.
    std::vector<OfLocation> locations{};
    std::vector<model::LocationIndex> without{};
  };
  // The time in a communicating call path that was no wait, and its part without a core.
  struct MovedAt {
    CallPathId callpath;  // unified
    Ticks moving, without_core;
  };
  // Something to do, with its effect.
  struct Told {
    Together group;  // numbers of causes
    double low = 0.0, high = 0.0;
    bool depends_on_dealing = false;  // on how work queues deal
    bool depends_on_cores = false;    // on cores that threads have to share
  };

  base::Status choose_by_cost(double least);
  base::Status tell_causes();
  [[nodiscard]] bool is_beyond_the_code(CallPathId callpath) const;
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
  [[nodiscard]] bool communicates(CallPathId unified) const;
  void find_starved(const std::vector<workers::Bytes>& all_moved);
  void add_lost_cores();
  base::Status gather_accuracy();
  void add_accuracy();
  [[nodiscard]] const Excess* excess_of(const Cause& cause) const;
  [[nodiscard]] model::Finding told(const Cause& cause) const;
  static std::vector<OfLocation> changed_by(const Scenario& scenario);
  // Lists the locations that have a part worth naming: as ranks, and also as threads if they are of
  // one process.
  void name(const std::vector<OfLocation>& locations, std::vector<model::Rank>& ranks,
            std::vector<std::uint32_t>& threads) const;

  const DelayKnowledge& known_;
  const CostModel model_;
  workers::Transport& transport_;
  double least_ = 0.0;         // smallest gain that is reported, in ticks
  std::vector<Cause> causes_;  // the same on all workers, except as noted above
  std::vector<Scenario> scenarios_;
  std::vector<std::uint32_t> cause_of_;  // by own call path; kNoIndex: none
  std::uint64_t unlike_ = 0;
  std::vector<double> alone_;  // gain by cause
  std::vector<Told> told_;
  std::vector<std::vector<OfLocation>> removed_;  // ticks by scenario, for own locations
  // By cause: the possible error of its time from samples, in ticks; only on the first worker.
  std::vector<std::vector<OfLocation>> accuracy_;
  std::vector<double> without_core_;  // by location: ticks, without waits; only on the first worker
  // By unified call path: it communicates, and mostly had no core while it moved data; only on the
  // first worker.
  std::vector<bool> is_starved_;
  Episodes episodes_;
  Interventions interventions_;
};

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// Traces every wait state back to its cause, for both cost models, and classifies it. Stages: every
// wait is told to the worker of its cause; waiting processes send their activities meanwhile; each
// cause is compared with them; one worker passes costs back through the waits of the whole trace;
// each cause charges them. Definition: docs/definitions.md, "Delay costs".
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analysis/delay/classification.h"
#include "analysis/delay/cost_cells.h"
#include "analysis/delay/delay_knowledge.h"
#include "analysis/delay/propagation.h"
#include "analysis/delay/surplus_log.h"
#include "analysis/delay/sync_survey.h"
#include "analysis/findings/cause_findings.h"
#include "analysis/findings/worker_options.h"
#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "analysis/records/share.h"
#include "analysis/regions/region_table.h"
#include "analysis/whatif/dependencies.h"
#include "base/result.h"
#include "model/definitions.h"
#include "workers/transport.h"

namespace tarry::analysis {

class DelayEvaluation {
 public:
  // `processes`: those of this worker, with their waits; `steps`: those of their locations in
  // order, empty without insights. All must outlive it.
  DelayEvaluation(std::vector<ProcessRecords>& processes, const InitAndFinalizeWaits& whole_run,
                  const model::Definitions& definitions, const Partition& partition,
                  const PartialMeetings& partial, const RegionTable& regions,
                  const WorkerOptions& options, std::vector<LocationSteps>& steps,
                  workers::Transport& transport, Share& share);

  // Adds to `share.costs`. With `clamp_delays`, the proportional model charges for a wait for a
  // message at most the surplus and the own waits of its cause, as the reference analyzer does;
  // the rest is unattributed. Consumes the activities of the processes. Collective.
  base::Status evaluate();
  // Fills in `share.insights`; called after evaluate(). Consumes the steps. Collective.
  base::Status conclude();

 private:
  [[nodiscard]] std::vector<SyncPlace>& places() { return survey_.places(); }

  // Makes call paths comparable across workers.
  base::Status unify_trees();

  // Makes a profile with call paths of the unified tree, ascending.
  void profile_of(const SyncTimeline& timeline, const Interval& interval,
                  std::vector<CallPathTime>& out);

  // Returns the activities of each location before each of its waits, for the workers of the
  // causes: number of the notice, ordinal of the wait, times up to a mark.
  std::vector<workers::Bytes> send_profiles();

  // Compares the activities of each cause with those of the processes that waited for it,
  // and charges short-term costs. Returns the indirect waits, for the victims' workers.
  std::vector<workers::Bytes> compare(const std::vector<workers::Bytes>& profiles);

  void compare(std::uint32_t i, const std::vector<workers::Bytes>& profiles,
               std::vector<workers::Bytes>& indirect);

  // Only the cost to idle threads counts for the wait in MPI_Finalize, and it has no cause.
  void add_finalize(SyncPlace& place);

  // The pairs of an initial thread and its team besides barriers, by the order of its points:
  // serial code that makes the others idle, and forks.
  struct ThreadPair {
    std::uint32_t order;
    const SerialPiece* serial;  // nullptr: a fork
    DelayPair fork;
  };
  struct ThreadPairs {
    std::vector<ThreadPair> pairs;
    std::size_t done = 0;
  };

  ThreadPairs pairs_of_threads(const SyncPlace& place);

  // Adds the pairs up to a point.
  void add_until(std::uint32_t i, std::uint32_t order, ThreadPairs& of_threads);

  // Every worker is idle while the initial thread works or waits alone; both models charge this in
  // the same way.
  void add_idle(std::uint32_t i, std::uint32_t order, const SerialPiece& piece);

  void add_pair(std::uint32_t i, const Cause& cause, const Interval& interval,
                const std::vector<workers::Bytes>& profiles, std::vector<workers::Bytes>& indirect);

  // Keeps data of the pair added last for the findings.
  void remember(const PairOfCause& pair) {
    if (options_.findings) pairs_of_causes_.push_back(pair);
  }

  // Divides the cost of the wait itself.
  void divide(std::uint32_t i, const Cause& cause, Ticks surplus, Ticks own_waits, DelayPair& pair);

  static CallPathId place_of(const Cause& cause);

  Ticks add_surplus(const std::vector<CallPathTime>& own, const workers::Bytes& message,
                    std::uint64_t at);

  // Charges the surplus of a pair's cause, `per_tick` of it.
  void charge(std::uint32_t i, std::size_t pair, const CostsByModel& per_tick,
              void (CostTable::*add)(CallPathId, DelayChannel, double), DelayChannel channel);

  void tell_indirect(std::uint32_t i, const DelayPair& pair, const Cause& cause, Ticks surplus,
                     Ticks own_waits, workers::Bytes& message);

  // One worker receives the waits and pairs of all and tells the final cost of each wait.
  base::Status propagate();

  // Finds the causes with the highest costs, and the waits that they lead to.
  base::Status find();

  base::Status follow_critical_path();
  base::Status take_late();
  base::Status take_long_term(DelayChannel channel);

  void charge_long_term(const workers::Bytes& long_term, DelayChannel channel);

  const LeftOutWaits left_out_;
  SyncSurvey survey_;
  const model::Definitions& definitions_;
  Meetings meetings_;
  const RegionTable& regions_;
  const WorkerOptions& options_;
  std::vector<LocationSteps>& steps_;  // by place
  workers::Transport& transport_;
  Share& share_;

  model::CallTree all_callpaths_;       // call paths of all workers
  std::vector<CallPathId> to_unified_;  // by call path of this worker
  std::vector<CallPathId> to_own_;      // by unified call path
  std::pmr::vector<DelayPair> pairs_;   // with causes on this worker, by cause, order, victim, wait
  std::vector<std::size_t> first_pair_;  // by place, with one more entry
  // The data of all workers, on the first one.
  std::vector<std::size_t> pairs_of_worker_;
  std::pmr::vector<WaitNode> wait_nodes_;
  std::pmr::vector<DelayPair> pair_nodes_;
  std::optional<Propagation> propagation_;

  std::pmr::vector<CostsByModel> kept_;  // by pair: cost per tick of surplus
  SurplusLog surpluses_;
  std::pmr::vector<PairOfCause> pairs_of_causes_;  // by pair
  // Pairs without anything to charge.
  std::pmr::vector<std::pair<std::uint32_t, CallPathId>> nowhere_;
  std::vector<CostCells> cells_;  // by place
  std::optional<Classification> classification_;
  CallPathSums scratch_;
  std::vector<CallPathTime> profile_;
  const DelayKnowledge known_{places(),   all_callpaths_,   to_unified_,
                              surpluses_, pairs_of_causes_, first_pair_,
                              share_,     definitions_,     regions_};
  CauseFindings findings_;
};

}  // namespace tarry::analysis

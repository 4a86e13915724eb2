// SPDX-License-Identifier: BSD-3-Clause
// Traces every wait state back to what caused it, for both cost models, and classifies it. Stages:
// every wait is told to the worker of its cause; waiting processes send what they did meanwhile;
// each cause is compared with them; one worker passes costs back through the waits of the whole
// trace; each cause charges them. Definition: docs/definitions.md, "Delay costs".
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
  // `processes` are those of this worker, with their waits; `steps` of their locations in order,
  // none if there shall be no insights. All must outlive it.
  DelayEvaluation(std::vector<ProcessRecords>& processes, const InitAndFinalizeWaits& whole_run,
                  const model::Definitions& definitions, const Partition& partition,
                  const PartialMeetings& partial, const RegionTable& regions,
                  const WorkerOptions& options, std::vector<LocationSteps>& steps,
                  workers::Transport& transport, Share& share);

  // Adds to `share.costs`. With `clamp_delays`, the proportional model charges of a wait for a
  // message at most what its cause took longer or waited itself, as the reference analyser does;
  // the rest is unattributed. Uses up the activities of the processes. Collective.
  base::Status evaluate();
  // Then fills in `share.insights`. Uses up the steps. Collective.
  base::Status conclude();

 private:
  [[nodiscard]] std::vector<SyncPlace>& places() { return survey_.places(); }

  // Call paths are compared across workers.
  base::Status unify_trees();

  // With call paths of the unified tree, ascending.
  void profile_of(const SyncTimeline& timeline, const Interval& interval,
                  std::vector<CallPathTime>& out);

  // What each location did before each of its waits, for the workers of the causes: number of the
  // notice, ordinal of the wait, times up to a mark.
  std::vector<workers::Bytes> send_profiles();

  // Compares what each cause did with what those did who waited for it, and charges short-term
  // costs. Returns the indirect waits, for the victims' workers.
  std::vector<workers::Bytes> compare(const std::vector<workers::Bytes>& profiles);

  void compare(std::uint32_t i, const std::vector<workers::Bytes>& profiles,
               std::vector<workers::Bytes>& indirect);

  // Of the wait in MPI_Finalize only what it costs idle threads counts, and nobody is to blame.
  void add_finalize(SyncPlace& place);

  // What an initial thread and its team have with each other besides barriers, by the order of its
  // points: serial code that makes the others idle, and forks.
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

  // Adds those up to a point.
  void add_until(std::uint32_t i, std::uint32_t order, ThreadPairs& of_threads);

  // Every worker is idle as long as the initial thread works or waits alone; both models charge it
  // alike.
  void add_idle(std::uint32_t i, std::uint32_t order, const SerialPiece& piece);

  void add_pair(std::uint32_t i, const Cause& cause, const Interval& interval,
                const std::vector<workers::Bytes>& profiles, std::vector<workers::Bytes>& indirect);

  // Of the pair added last, for the findings.
  void remember(const PairOfCause& pair) {
    if (options_.findings) pairs_of_causes_.push_back(pair);
  }

  // What the wait costs by itself.
  void divide(std::uint32_t i, const Cause& cause, Ticks surplus, Ticks own_waits, DelayPair& pair);

  static CallPathId place_of(const Cause& cause);

  Ticks add_surplus(const std::vector<CallPathTime>& own, const workers::Bytes& message,
                    std::uint64_t at);

  // Charges what a pair's cause did longer: `per_tick` of it.
  void charge(std::uint32_t i, std::size_t pair, const CostsByModel& per_tick,
              void (CostTable::*add)(CallPathId, DelayChannel, double), DelayChannel channel);

  void tell_indirect(std::uint32_t i, const DelayPair& pair, const Cause& cause, Ticks surplus,
                     Ticks own_waits, workers::Bytes& message);

  // One worker sees the waits and pairs of all and says what each wait costs in the end.
  base::Status propagate();

  // Which causes cost most, and whom they make wait.
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

  model::CallTree all_callpaths_;        // of all workers
  std::vector<CallPathId> to_unified_;   // by call path of this worker
  std::vector<CallPathId> to_own_;       // the other way round
  std::pmr::vector<DelayPair> pairs_;    // whose causes are here, by cause, order, victim, wait
  std::vector<std::size_t> first_pair_;  // by place, and one more
  // Of all workers, on the first one.
  std::vector<std::size_t> pairs_of_worker_;
  std::pmr::vector<WaitNode> wait_nodes_;
  std::pmr::vector<DelayPair> pair_nodes_;
  std::optional<Propagation> propagation_;

  std::pmr::vector<CostsByModel> kept_;  // by pair: cost per tick of surplus
  SurplusLog surpluses_;
  std::pmr::vector<PairOfCause> pairs_of_causes_;                   // by pair
  std::pmr::vector<std::pair<std::uint32_t, CallPathId>> nowhere_;  // pairs with nothing to charge
  std::vector<CostCells> cells_;                                    // by place
  std::optional<Classification> classification_;
  CallPathSums scratch_;
  std::vector<CallPathTime> profile_;
  const DelayKnowledge known_{places(),   all_callpaths_,   to_unified_,
                              surpluses_, pairs_of_causes_, first_pair_,
                              share_,     definitions_,     regions_};
  CauseFindings findings_;
};

}  // namespace tarry::analysis

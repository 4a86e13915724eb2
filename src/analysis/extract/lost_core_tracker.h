// SPDX-License-Identifier: BSD-3-Clause
// Learns when the thread was ready and had no core.
//
// A reading stands behind a time without a core and before the next event, so that the time lost
// since the reading before it belongs to the active call path. Computation keeps its time; but in
// the activities, from which delay costs, critical path and predictions are computed, the time
// without a core has a call path of its own below it. A thread that loses its core in a call of MPI
// or OpenMP polls there, or moves data, which counts as using a core.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analysis/extract/exclusive_time.h"

namespace tarry::analysis {

class LostCoreTracker {
 public:
  LostCoreTracker(LocationExtraction& location, const RegionStack& stack, const OpenTeams& teams,
                  ExclusiveTime& time);

  // Returns whether readings of this set tell when the thread had no core.
  [[nodiscard]] bool is_told_by(model::CounterSetId set) const {
    return set.index() < telling_sets_.size() && telling_sets_[set.index()];
  }
  void read(Ticks time, std::span<const model::CounterValue> values);
  // The recording wrote its buffer out since `begin`, within a run of the call path.
  void flushed(Ticks begin, Ticks end);
  // Keeps the time from waking up to running, after the last event.
  void finish();

 private:
  struct Reading {
    Ticks time;
    Ticks lost, counted;
  };

  void keep(const Reading& now);
  // Returns the time since which the active call path may have lost its core.
  [[nodiscard]] Ticks since() const;
  // Returns the time from waking up to running, of all call paths.
  [[nodiscard]] Ticks waking_so_far() const;
  // `amount` of the time up to now had no core.
  void lose(Ticks amount);
  void lose(CallPathId callpath, Ticks amount);
  void lose_in_flush(Ticks amount);
  LostCoreTimes& times_of(CallPathId callpath);

  LocationExtraction& location_;
  const RegionStack& stack_;
  const OpenTeams& teams_;
  ExclusiveTime& time_;
  std::vector<bool> telling_sets_;  // by set of counters
  std::optional<Reading> last_;
  Ticks in_flushes_, flushes_since_;  // time of flushes, and since() at the last one
  Ticks waking_in_init_;              // time from waking up to running until MPI_Init was left
};

}  // namespace tarry::analysis

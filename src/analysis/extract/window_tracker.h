// SPDX-License-Identifier: BSD-3-Clause
// The one-sided communication of a location: one record for each call on a window that
// synchronises or moves data.
#pragma once

#include <optional>
#include <vector>

#include "analysis/extract/id_table.h"
#include "analysis/extract/region_stack.h"

namespace tarry::analysis {

class WindowTracker {
 public:
  WindowTracker(LocationExtraction& location, RegionStack& stack)
      : location_(location), stack_(stack) {}

  void begin_collective(Ticks time) { collective_begin_ = time; }
  void end_collective(Ticks time, const model::RmaCollectiveRecord& record);
  void synchronize(Ticks time, const model::RmaGroupSync& sync);
  void request_lock(Ticks time, const model::RmaLockRecord& lock);
  void acquire_lock(Ticks time, const model::RmaLockRecord& lock);
  void release_lock(Ticks time, const model::RmaLockRecord& lock);
  void operate(Ticks time, const model::RmaOperation& operation);
  void complete(Ticks time, const model::RmaCompletion& completion);

  // The top region is about to end. Locks that were unlocked in it are given back at its end.
  void leave_region(Ticks time) {
    if (stack_.top().first_unlock != kNoIndex) give_back(time);
  }

 private:
  // Returns false (and counts) if a call on this window makes no sense.
  bool accepts(model::WindowId window);
  // Returns the world rank of a target; !valid() (and counts) if it makes no sense.
  Rank target_rank(model::WindowId window, model::CommRank target);
  RmaRecord& add(Ticks time, RmaKind kind, model::WindowId window);
  // Returns nullptr if the record makes no sense.
  RmaRecord* add_lock(Ticks time, RmaKind kind, const model::RmaLockRecord& lock);
  void give_back(Ticks time);

  LocationExtraction& location_;
  RegionStack& stack_;
  std::optional<Ticks> collective_begin_;
  std::vector<IdTable<Rank>> pending_;    // targets of operations that are not complete, by window
                                          // and matching number
  IdTable<std::uint32_t> completing_in_;  // the last instance, by window and target
};

}  // namespace tarry::analysis

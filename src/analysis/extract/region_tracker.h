// SPDX-License-Identifier: BSD-3-Clause
// Enters and leaves regions, and keeps the stack, the teams and the time in step.
#pragma once

#include "analysis/extract/exclusive_time.h"
#include "analysis/extract/window_tracker.h"

namespace tarry::analysis {

class RegionTracker {
 public:
  RegionTracker(LocationExtraction& location, RegionStack& stack, OpenTeams& teams,
                ExclusiveTime& time, WindowTracker& windows)
      : location_(location), stack_(stack), teams_(teams), time_(time), windows_(windows) {}

  void enter(Ticks time, model::RegionId region);
  // The region on top was visited so many times more.
  void visited(std::uint64_t more) {
    if (stack_.empty()) return;
    location_.totals(stack_.callpath()).visits += more;
    location_.totals(stack_.callpath()).joined_visits += more;
    join_visits(stack_.top().visit, more);
    // An inlined function is visited with each call in it.
    for (std::size_t n = 1; n < stack_.size(); ++n) {
      const Frame& around = stack_.from_top(n);
      if (!location_.regions.regions[around.region.index()].is_inlined) break;
      location_.totals(around.callpath).visits += more;
      join_visits(around.visit, more);
    }
  }
  // A region goes on here that was entered elsewhere.
  void resume(Ticks time, model::RegionId region);

  // Closes the regions inside this one that were never left, so that it is on top. Returns false
  // (and counts) if it is not open.
  bool uncover(Ticks time, model::RegionId region);
  // Leaves the top region.
  void leave(Ticks time);
  // The top region goes on elsewhere.
  void suspend(Ticks time) { pop(time, false); }

  // The top region, or all regions above a depth, end without a leave of their own.
  void close_unfinished(Ticks time);
  void close_all(Ticks time, std::size_t depth = 0) {
    while (stack_.size() > depth) close_unfinished(time);
  }
  // All regions end because their team does.
  void abandon_all(Ticks time) {
    while (!stack_.empty()) pop(time, true);
  }

  // Decides who owns the next time. It is called after the stack, the teams or the task changed.
  void settle() { time_.follow(teams_.is_in_gap()); }

 private:
  void push(Ticks time, model::RegionId region, CallPathId callpath);
  // These tell who wants to hear of visits. `times`: 0 if the region was entered elsewhere.
  void open_visit(Ticks time, std::uint64_t times);
  void close_visit(Ticks time, bool damaged);
  void join_visits(std::uint32_t visit, std::uint64_t more) {
    if (location_.visits != nullptr) location_.visits->join(visit, more);
  }
  void pop(Ticks time, bool damaged);

  LocationExtraction& location_;
  RegionStack& stack_;
  OpenTeams& teams_;
  ExclusiveTime& time_;
  WindowTracker& windows_;
};

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/region_tracker.h"

namespace tarry::analysis {

using model::MpiCall;
using model::RegionId;

void RegionTracker::enter(Ticks time, RegionId region) {
  const CallPathId callpath = location_.callpaths.child(stack_.callpath(), region);
  if (!location_.first_callpath.valid()) location_.first_callpath = callpath;
  location_.totals(callpath).visits += 1;
  push(time, region, callpath);
  if (location_.visits != nullptr) [[unlikely]]
    open_visit(time, 1);
}

void RegionTracker::resume(Ticks time, RegionId region) {
  push(time, region, location_.callpaths.child(stack_.callpath(), region));
  if (location_.visits != nullptr) [[unlikely]]
    open_visit(time, 0);
}

void RegionTracker::push(Ticks time, RegionId region, CallPathId callpath) {
  const bool is_of_team = region != location_.regions.measurement_off && teams_.is_right_in_team();
  stack_.push(time, region, callpath, is_of_team);
  if (is_of_team) teams_.enter_region(time, time_.gap_time());
  time_.follow(false);
}

bool RegionTracker::uncover(Ticks time, RegionId region) {
  if (!stack_.empty() && stack_.top().region == region) return true;
  if (!stack_.contains(region)) {
    location_.anomalies.add("regions left that were never entered");
    return false;
  }
  while (stack_.top().region != region) close_unfinished(time);
  return true;
}

void RegionTracker::leave(Ticks time) {
  const MpiCall call = location_.regions.kinds[stack_.top().region.index()].call;
  LocationRecords& records = location_.records;
  if (call != MpiCall::NotMpi && location_.regions.keeps_mpi_calls) stack_.instance_of_top();
  if (call == MpiCall::Init && records.init == kNoIndex) records.init = stack_.instance_of_top();
  if (call == MpiCall::Finalize && records.finalize == kNoIndex)
    records.finalize = stack_.instance_of_top();
  pop(time, false);
}

void RegionTracker::close_unfinished(Ticks time) {
  const bool was_off = stack_.is_off();
  location_.anomalies.add(was_off ? "locations whose recording stayed paused to the end"
                                  : "regions entered and never left");
  pop(time, !was_off);
}

void RegionTracker::pop(Ticks time, bool damaged) {
  windows_.leave_region(time);
  if (location_.visits != nullptr) [[unlikely]]
    close_visit(time, damaged);
  const bool was_off = stack_.is_off();
  const Ticks inclusive = stack_.pop(time, damaged);
  teams_.leave_region(time, was_off ? inclusive : Ticks{0});
  settle();
}

void RegionTracker::open_visit(Ticks time, std::uint64_t times) {
  const std::uint32_t around = stack_.size() > 1 ? stack_.from_top(1).visit : kNoIndex;
  stack_.top().visit = location_.visits->open(time, around, times);
}

void RegionTracker::close_visit(Ticks time, bool damaged) {
  const Frame& frame = stack_.top();
  VisitRecord visit;
  visit.enter = frame.enter;
  visit.leave = time;
  visit.instance = frame.instance;
  visit.callpath = frame.callpath;
  visit.region = frame.region;
  visit.damaged = damaged;
  location_.visits->close(frame.visit, visit);
}

}  // namespace tarry::analysis

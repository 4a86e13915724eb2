// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/extractor.h"

#include <algorithm>

namespace tarry::analysis {

using model::MpiCall;
using model::RegionId;

Extractor::Extractor(const model::Definitions& definitions, const RegionTable& regions,
                     model::LocationIndex location, CallPathLookup& callpaths, TeamRoots& roots,
                     TaskJourneys& journeys, GrownLists& lists, model::Anomalies& anomalies,
                     Progress& progress)
    : location_(definitions, regions, location, callpaths, roots, journeys, anomalies),
      stack_(location_),
      teams_(location_, stack_),
      time_(location_, stack_, teams_),
      requests_(location_),
      messages_(location_, stack_, requests_),
      collectives_(location_, stack_, requests_),
      windows_(location_, stack_),
      locks_(location_, stack_),
      counters_(location_, time_),
      lost_cores_(location_, stack_, teams_, time_),
      progress_(progress),
      lists_(lists) {
  lists_.lend_to(location_.records);
}

void Extractor::enter(Ticks time, RegionId region) {
  if (unknown_depth_ != 0) return;
  time = advance(time);
  const CallPathId parent = stack_.callpath();
  const CallPathId callpath = location_.callpaths.child(parent, region);
  if (!location_.first_callpath.valid()) location_.first_callpath = callpath;
  location_.totals(callpath).visits += 1;
  push(time, region, callpath);
}

void Extractor::push(Ticks time, RegionId region, CallPathId callpath) {
  const bool is_of_team = region != location_.regions.measurement_off && teams_.is_right_in_team();
  stack_.push(time, region, callpath, is_of_team);
  if (is_of_team) teams_.enter_region(time, time_.gap_time());
  time_.follow(callpath, false);
}

void Extractor::pop(Ticks time, bool damaged) {
  windows_.leave_region(time);
  const bool was_off = stack_.is_off();
  const Ticks inclusive = stack_.pop(time, damaged);
  teams_.leave_region(time, was_off ? inclusive : Ticks{0});
  settle();
}

void Extractor::close_unfinished(Ticks time) {
  location_.anomalies.add(stack_.top().region == location_.regions.measurement_off
                              ? "locations whose recording stayed paused to the end"
                              : "regions entered and never left");
  pop(time, stack_.top().region != location_.regions.measurement_off);
}

void Extractor::leave(Ticks time, RegionId region) {
  if (unknown_depth_ != 0) return;
  time = advance(time);
  if (stack_.empty()) {
    if (is_visiting_) {
      visit_.left.push_back(region);
      visit_.waited |= location_.regions.is_taskwait(region);
    }
    location_.anomalies.add("regions left that were never entered");
    return;
  }
  if (stack_.top().region != region) {
    if (!stack_.contains(region)) {
      location_.anomalies.add("regions left that were never entered");
      return;
    }
    while (stack_.top().region != region) close_unfinished(time);
  }
  const MpiCall call = location_.regions.kinds[region.index()].call;
  if (call == MpiCall::Init && location_.records.init == kNoIndex)
    location_.records.init = stack_.instance_of_top();
  if (call == MpiCall::Finalize && location_.records.finalize == kNoIndex)
    location_.records.finalize = stack_.instance_of_top();
  teams_.note_barrier();
  if (!teams_.empty()) note_taskwait();
  pop(time, false);
}

void Extractor::program_begin(Ticks time, RegionId program) {
  location_.roots.program = program;
  enter(time, program);
}

void Extractor::counters_read(Ticks time, model::CounterSetId set,
                              std::span<const model::CounterValue> values) {
  time = advance(time);
  if (unknown_depth_ != 0) return;
  if (lost_cores_.is_told_by(set))
    lost_cores_.read(time, values);
  else
    counters_.read(time, set, values);
}

// Counters are not read at what the measurement does for itself.
void Extractor::buffer_flush(Ticks time, Ticks stop) {
  enter(time, location_.regions.buffer_flush);
  const CallPathRun run = time_.run();
  leave(std::max(time, stop), location_.regions.buffer_flush);
  time_.set_run(run);
}

void Extractor::measurement_on_off(Ticks time, bool on) {
  time_.begin_stretch();
  if (!on && !teams_.is_idle() && !stack_.is_off())
    enter(time, location_.regions.measurement_off);
  else if (on && stack_.is_off())
    leave(time, location_.regions.measurement_off);
  else
    advance(time);
}

LocationRecords Extractor::finish() {
  close_threads();
  location_.records.last = time_.last();
  progress_.events.fetch_add(location_.records.events % kEventsPerReport,
                             std::memory_order_relaxed);
  requests_.finish();
  // The nested list is filled at leave: inner instances come before outer ones.
  std::sort(location_.records.nested.begin(), location_.records.nested.end(),
            [](const NestedTime& a, const NestedTime& b) { return a.instance < b.instance; });
  location_.records.activities = location_.activities.finish();
  counters_.finish();
  lost_cores_.finish();
  time_.finish();
  lists_.take_back(location_.records);
  location_.records.rma.records.shrink_to_fit();
  return std::move(location_.records);
}

}  // namespace tarry::analysis

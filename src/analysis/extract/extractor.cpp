// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/extractor.h"

#include <algorithm>

namespace tarry::analysis {

using model::RegionId;

Extractor::Extractor(const model::Definitions& definitions, const RegionTable& regions,
                     model::LocationIndex location, CallPathLookup& callpaths, TeamRoots& roots,
                     TaskJourneys& journeys, GrownLists& lists, model::Anomalies& anomalies,
                     Progress& progress)
    : lists_(lists),
      progress_(progress),
      location_(definitions, regions, location, callpaths, roots, journeys, anomalies),
      stack_(location_),
      open_teams_(location_, stack_),
      time_(location_, stack_, open_teams_),
      windows_(location_, stack_),
      files_(location_, stack_),
      regions_(location_, stack_, open_teams_, time_, windows_),
      requests_(location_),
      messages_(location_, stack_, requests_),
      collectives_(location_, stack_, requests_),
      threads_(location_, stack_, open_teams_, time_, regions_),
      tasks_(location_, stack_, open_teams_, regions_),
      teams_(location_, stack_, open_teams_, time_, regions_, tasks_, threads_),
      locks_(location_, stack_),
      counters_(location_, time_),
      lost_cores_(location_, stack_, open_teams_, time_) {
  lists_.lend_to(location_.records);
}

void Extractor::enter(Ticks time, RegionId region) {
  if (teams_.is_unknown()) return;
  advance(time);
  regions_.enter(time, region);
}

void Extractor::leave(Ticks time, RegionId region) {
  if (teams_.is_unknown()) return;
  advance(time);
  if (!regions_.uncover(time, region)) return tasks_.leave_unentered(region);
  open_teams_.note_barrier();
  tasks_.note_wait();
  regions_.leave(time);
}

void Extractor::program_begin(Ticks time, RegionId program) {
  location_.roots.program = program;
  enter(time, program);
}

// Counters are not read at flushes, which must not begin a new run of a call path.
void Extractor::buffer_flush(Ticks time, Ticks stop) {
  enter(time, location_.regions.buffer_flush);
  const CallPathRun run = time_.run();
  leave(std::max(time, stop), location_.regions.buffer_flush);
  time_.set_run(run);
  lost_cores_.flushed(time, std::max(time, stop));
}

void Extractor::measurement_on_off(Ticks time, bool on) {
  time_.begin_stretch();
  if (!on && !open_teams_.is_idle() && !stack_.is_off())
    enter(time, location_.regions.measurement_off);
  else if (on && stack_.is_off())
    leave(time, location_.regions.measurement_off);
  else
    advance(time);
}

LocationRecords Extractor::finish() {
  const Ticks last = time_.last();
  teams_.close(last);
  regions_.close_all(last);
  tasks_.close(last);
  requests_.finish();
  counters_.finish();
  lost_cores_.finish();
  time_.finish();

  LocationRecords& records = location_.records;
  progress_.events.fetch_add(records.events % kEventsPerReport, std::memory_order_relaxed);
  records.last = last;
  // The nested list is filled at leave: inner instances come before outer ones.
  std::sort(records.nested.begin(), records.nested.end(),
            [](const NestedTime& a, const NestedTime& b) { return a.instance < b.instance; });
  records.activities = location_.activities.finish();
  lists_.take_back(records);
  records.rma.records.shrink_to_fit();
  return std::move(records);
}

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/extractor.h"

#include <algorithm>
#include <cmath>

#include "model/lost_cores.h"

namespace tarry::analysis {

using model::MpiCall;
using model::RegionId;

namespace {

constexpr std::uint64_t kEventsPerReport = 1 << 16;

}  // namespace

Extractor::Extractor(const model::Definitions& definitions, const RegionTable& regions,
                     model::LocationIndex location, CallPathLookup& callpaths, TeamRoots& roots,
                     TaskJourneys& journeys, GrownLists& lists, model::Anomalies& anomalies,
                     Progress& progress)
    : location_(definitions, regions, location, callpaths, roots, journeys, anomalies),
      stack_(location_),
      requests_(location_),
      messages_(location_, stack_, requests_),
      collectives_(location_, stack_, requests_),
      windows_(location_, stack_),
      locks_(location_, stack_),
      progress_(progress),
      lists_(lists) {
  lists_.lend_to(location_.records);
  for (const model::CounterSet& set : definitions.counter_sets)
    tells_lost_cores_.push_back(model::tells_lost_cores(definitions.counters, set));
}

Ticks Extractor::advance(Ticks time) {
  if ((++location_.records.events & (kEventsPerReport - 1)) == 0)
    progress_.events.fetch_add(kEventsPerReport, std::memory_order_relaxed);
  if (!started_) {
    started_ = true;
    location_.records.first = last_ = run_.begin = time;
    return time;
  }
  if (time < last_) {
    location_.anomalies.add("events earlier than the one before them on the same location");
    time = last_;
  }
  if (time > last_) {
    if (gap_)
      gap_time_ += time - last_;
    else if (division_ == nullptr)
      charge(charged_to(), time - last_);
    else
      charge_divided(last_, time);
    // What a worker of a team does outside of regions is nobody's.
    const CallPathId active = gap_ && is_worker_ ? CallPathId{} : charged_to();
    if (active != run_.callpath) run_ = {last_, active};
    last_ = time;
  }
  return time;
}

CallPathId Extractor::charged_to() {
  if (!charged_to_.valid())
    charged_to_ = location_.callpaths.child(stack_.base(), location_.regions.outside);
  return charged_to_;
}

void Extractor::charge_divided(Ticks from, Ticks to) {
  const CallPathId whole = charged_to();
  Ticks rest = to - from;
  divided_.clear();
  const RegionId innermost = stack_.empty() ? RegionId{} : stack_.top().region;
  const auto visit = [&](const SampledPath& path, Ticks part, const PartUncertainty& error) {
    if (path.is_here()) return sampled_variance_.add(whole, error);
    if (path.left >= stack_.size()) return;
    CallPathId at = stack_.from_top(path.left).callpath;
    for (const RegionId function : path.entered) at = location_.callpaths.child(at, function);
    charge(at, part);
    sampled_variance_.add(at, error);
    location_.totals(at).sampled += part;
    divided_.push_back({at, part});
    rest -= part;
  };
  division_->divide(innermost, from, to, visit);
  divided_.push_back({whole, rest});
  charge(whole, rest);
}

void Extractor::charge(CallPathId callpath, Ticks amount) {
  location_.totals(callpath).time += amount;
  location_.activities.add(callpath, amount);
  if (is_serial()) {
    auto& serial = stack_.is_off() ? location_.records.serial_off : location_.records.serial;
    if (callpath.index() >= serial.size()) serial.resize(callpath.index() + 1);
    serial[callpath.index()] += amount;
  }
}

void Extractor::settle() {
  charged_to_ = stack_.callpath();
  // Regions between a fork and its team keep their own time.
  const auto is_inside = [this](const OpenFork& fork) {
    return location_.records.forks[fork.index].member == kNoIndex && stack_.size() > fork.depth;
  };
  const bool is_between = forking_ && (open_forks_.empty() || !is_inside(open_forks_.back()));
  if (!teams_.empty())
    gap_ = is_between || (in_implicit_task() && stack_.size() == teams_.back().depth);
  else
    gap_ = is_between || (is_worker_ && stack_.empty() && in_implicit_task());
}

void Extractor::enter(Ticks time, RegionId region) {
  if (unknown_depth_ != 0) return;
  time = advance(time);
  const CallPathId parent = stack_.callpath();
  const CallPathId callpath = location_.callpaths.child(parent, region);
  if (!first_callpath_.valid()) first_callpath_ = callpath;
  location_.totals(callpath).visits += 1;
  push(time, region, callpath);
}

void Extractor::push(Ticks time, RegionId region, CallPathId callpath) {
  const bool is_of_team = region != location_.regions.measurement_off && is_right_in_team();
  stack_.push(time, region, callpath, is_of_team);
  if (is_of_team) enter_team_region(time);
  charged_to_ = callpath;
  gap_ = false;
}

void Extractor::pop(Ticks time, bool damaged) {
  windows_.leave_region(time);
  const bool was_off = stack_.is_off();
  const Ticks inclusive = stack_.pop(time, damaged);
  if (!teams_.empty()) leave_team_region(time, was_off ? inclusive : Ticks{0});
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
  if (!teams_.empty()) {
    note_barrier();
    note_taskwait();
  }
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
  if (set.index() < tells_lost_cores_.size() && tells_lost_cores_[set.index()])
    return lost_cores_read(time, values);
  if (!counters_) counters_.emplace(location_.definitions);
  if (counters_->read({time, stretch_}, run_.begin, set, values))
    counters_->charge(run_.callpath, charged_to());
}

// Counters are not read at what the measurement does for itself.
void Extractor::buffer_flush(Ticks time, Ticks stop) {
  enter(time, location_.regions.buffer_flush);
  const CallPathRun run = run_;
  leave(std::max(time, stop), location_.regions.buffer_flush);
  run_ = run;
}

void Extractor::measurement_on_off(Ticks time, bool on) {
  ++stretch_;
  const bool is_idle = is_worker_ && teams_.empty() && stack_.empty();
  if (is_idle) is_off_while_idle_ = !on;
  if (!on && !is_idle && !stack_.is_off())
    enter(time, location_.regions.measurement_off);
  else if (on && stack_.is_off())
    leave(time, location_.regions.measurement_off);
  else
    advance(time);
}

void Extractor::tell_sampled_accuracy() {
  const std::vector<double> variances = sampled_variance_.by_callpath(*division_);
  for (std::uint32_t n = 0; n < variances.size(); ++n)
    location_.totals(CallPathId{n}).sampled_accuracy = {static_cast<std::int64_t>(
        std::ceil(SampledVariance::kNineOfTen * std::sqrt(variances[n])))};
}

LocationRecords Extractor::finish() {
  close_threads();
  location_.records.last = last_;
  progress_.events.fetch_add(location_.records.events & (kEventsPerReport - 1),
                             std::memory_order_relaxed);
  requests_.finish();
  // The nested list is filled at leave: inner instances come before outer ones.
  std::sort(location_.records.nested.begin(), location_.records.nested.end(),
            [](const NestedTime& a, const NestedTime& b) { return a.instance < b.instance; });
  location_.records.activities = location_.activities.finish();
  if (counters_) location_.records.counters = counters_->finish(location_.anomalies);
  note_waking();
  if (division_ != nullptr) tell_sampled_accuracy();
  lists_.take_back(location_.records);
  location_.records.rma.records.shrink_to_fit();
  return std::move(location_.records);
}

}  // namespace tarry::analysis

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

// Locations are sorted by rank: the threads of a process are neighbours.
Sibling place_in_process(const std::vector<model::Location>& locations, std::size_t i) {
  Sibling place = 0;
  while (i > place && locations[i - place - 1u].rank == locations[i].rank) ++place;
  return place;
}

bool has_next_sibling(const std::vector<model::Location>& locations, std::size_t i) {
  return i + 1 < locations.size() && locations[i + 1].rank == locations[i].rank;
}

}  // namespace

Extractor::Extractor(const model::Definitions& definitions, const RegionTable& regions,
                     model::LocationIndex location, CallPathLookup& callpaths, TeamRoots& roots,
                     TaskJourneys& journeys, GrownLists& lists, model::Anomalies& anomalies,
                     Progress& progress)
    : definitions_(definitions),
      regions_(regions),
      rank_(definitions.locations[location.index()].rank),
      sibling_(place_in_process(definitions.locations, location.index())),
      has_siblings_(sibling_ > 0 || has_next_sibling(definitions.locations, location.index())),
      callpaths_(callpaths),
      anomalies_(anomalies),
      progress_(progress),
      lists_(lists),
      roots_(roots),
      journeys_(journeys) {
  lists_.lend_to(records_);
  for (const model::CounterSet& set : definitions.counter_sets)
    tells_lost_cores_.push_back(model::tells_lost_cores(definitions.counters, set));
}

NodeTotals& Extractor::totals(CallPathId callpath) {
  if (callpath.index() >= records_.nodes.size()) records_.nodes.resize(callpath.index() + 1);
  return records_.nodes[callpath.index()];
}

Ticks Extractor::advance(Ticks time) {
  if ((++records_.events & (kEventsPerReport - 1)) == 0)
    progress_.events.fetch_add(kEventsPerReport, std::memory_order_relaxed);
  if (!started_) {
    started_ = true;
    records_.first = last_ = run_.begin = time;
    return time;
  }
  if (time < last_) {
    anomalies_.add("events earlier than the one before them on the same location");
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
  if (!charged_to_.valid()) charged_to_ = callpaths_.child(base_, regions_.outside);
  return charged_to_;
}

void Extractor::charge_divided(Ticks from, Ticks to) {
  const CallPathId whole = charged_to();
  Ticks rest = to - from;
  divided_.clear();
  const RegionId innermost = stack_.empty() ? RegionId{} : stack_.back().region;
  const auto visit = [&](const SampledPath& path, Ticks part, const PartUncertainty& error) {
    if (path.is_here()) return sampled_variance_.add(whole, error);
    if (path.left >= stack_.size()) return;
    CallPathId at = stack_[stack_.size() - 1 - path.left].callpath;
    for (const RegionId function : path.entered) at = callpaths_.child(at, function);
    charge(at, part);
    sampled_variance_.add(at, error);
    totals(at).sampled += part;
    divided_.push_back({at, part});
    rest -= part;
  };
  division_->divide(innermost, from, to, visit);
  divided_.push_back({whole, rest});
  charge(whole, rest);
}

void Extractor::charge(CallPathId callpath, Ticks amount) {
  totals(callpath).time += amount;
  activities_.add(callpath, amount);
  if (is_serial()) {
    auto& serial = is_off() ? records_.serial_off : records_.serial;
    if (callpath.index() >= serial.size()) serial.resize(callpath.index() + 1);
    serial[callpath.index()] += amount;
  }
}

void Extractor::settle() {
  charged_to_ = stack_.empty() ? base_ : stack_.back().callpath;
  // Regions between a fork and its team keep their own time.
  const auto is_inside = [this](const OpenFork& fork) {
    return records_.forks[fork.index].member == kNoIndex && stack_.size() > fork.depth;
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
  const CallPathId parent = stack_.empty() ? base_ : stack_.back().callpath;
  const CallPathId callpath = callpaths_.child(parent, region);
  if (!first_callpath_.valid()) first_callpath_ = callpath;
  totals(callpath).visits += 1;
  push(time, region, callpath);
}

void Extractor::push(Ticks time, RegionId region, CallPathId callpath) {
  const bool is_of_team = region != regions_.measurement_off && is_right_in_team();
  const bool may_synchronise = is_of_team || regions_.synchronises(region);
  const std::uint32_t cut = may_synchronise ? activities_.begin_call() : kNoIndex;
  stack_.push_back({region, callpath, time, Ticks{0}, kNoIndex, kNoIndex, cut, kNoIndex});
  if (may_synchronise) begin_polling(time, region);
  if (is_of_team) enter_team_region(time);
  charged_to_ = callpath;
  gap_ = false;
}

void Extractor::begin_polling(Ticks time, RegionId region) {
  if (!poll_ && regions_.kinds[region.index()].call == MpiCall::Test)
    poll_ = PollRecord{time, Ticks{0}, kNoIndex};
}

void Extractor::end_polling(Ticks time, const Frame& frame) {
  const model::RegionKind& kind = regions_.kinds[frame.region.index()];
  if (kind.call == MpiCall::NotMpi || kind.region_class == model::RegionClass::MpiOther) return;
  if (kind.call == MpiCall::Test && frame.instance == kNoIndex)
    poll_->looking += time - frame.enter;
  else
    poll_.reset();
}

void Extractor::pop(Ticks time, bool damaged) {
  const Frame& frame = stack_.back();
  if (frame.instance != kNoIndex) {
    Instance& instance = records_.instances[frame.instance];
    instance.leave = time;
    instance.damaged = damaged;
    if (frame.nested.count != 0) records_.nested.push_back({frame.instance, frame.nested});
  }
  if (frame.first_unlock != kNoIndex) divide_after_unlock(time);
  if (frame.cut != kNoIndex) activities_.end_call(frame.cut);
  if (poll_) end_polling(time, frame);
  const Ticks inclusive = time - frame.enter;
  const bool was_off = is_off();
  stack_.pop_back();
  if (!stack_.empty()) stack_.back().nested += inclusive;
  if (!teams_.empty()) leave_team_region(time, was_off ? inclusive : Ticks{0});
  settle();
}

void Extractor::close_unfinished(Ticks time) {
  anomalies_.add(stack_.back().region == regions_.measurement_off
                     ? "locations whose recording stayed paused to the end"
                     : "regions entered and never left");
  pop(time, stack_.back().region != regions_.measurement_off);
}

void Extractor::leave(Ticks time, RegionId region) {
  if (unknown_depth_ != 0) return;
  time = advance(time);
  if (stack_.empty()) {
    if (is_visiting_) {
      visit_.left.push_back(region);
      visit_.waited |= regions_.is_taskwait(region);
    }
    anomalies_.add("regions left that were never entered");
    return;
  }
  if (stack_.back().region != region) {
    const auto open = std::find_if(stack_.rbegin(), stack_.rend(),
                                   [&](const Frame& frame) { return frame.region == region; });
    if (open == stack_.rend()) {
      anomalies_.add("regions left that were never entered");
      return;
    }
    while (stack_.back().region != region) close_unfinished(time);
  }
  const MpiCall call = regions_.kinds[region.index()].call;
  if (call == MpiCall::Init && records_.init == kNoIndex) records_.init = instance_of_top();
  if (call == MpiCall::Finalize && records_.finalize == kNoIndex)
    records_.finalize = instance_of_top();
  if (!teams_.empty()) {
    note_barrier();
    note_taskwait();
  }
  pop(time, false);
}

void Extractor::program_begin(Ticks time, RegionId program) {
  roots_.program = program;
  enter(time, program);
}

std::uint32_t Extractor::instance_of(Frame& frame) {
  if (frame.instance == kNoIndex) {
    frame.instance = static_cast<std::uint32_t>(records_.instances.size());
    Instance made;
    made.enter = frame.enter;
    made.callpath = frame.callpath;
    made.call = frame.region == regions_.measurement_off
                    ? MpiCall::Pause
                    : regions_.kinds[frame.region.index()].call;
    made.region_class = regions_.kinds[frame.region.index()].region_class;
    made.cut = frame.cut;
    if (made.cut != kNoIndex) activities_.keep();
    const bool ends_poll = made.call == MpiCall::Test || made.call == MpiCall::Recv;
    if (poll_ && ends_poll && poll_->begin < made.enter)
      records_.polls.push_back({poll_->begin, poll_->looking, frame.instance});
    records_.instances.push_back(made);
  }
  return frame.instance;
}

bool Extractor::known_communicator(CommId comm) {
  if (comm.index() < definitions_.communicators.size()) return true;
  anomalies_.add("records on communicators that are not defined");
  return false;
}

std::uint64_t Extractor::believable(std::uint64_t bytes) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 42;
  if (bytes <= kLargest) return bytes;
  anomalies_.add("messages and collectives with impossible sizes (taken as empty)");
  return 0;
}

void Extractor::counters_read(Ticks time, model::CounterSetId set,
                              std::span<const model::CounterValue> values) {
  time = advance(time);
  if (unknown_depth_ != 0) return;
  if (set.index() < tells_lost_cores_.size() && tells_lost_cores_[set.index()])
    return lost_cores_read(time, values);
  if (!counters_) counters_.emplace(definitions_);
  if (counters_->read({time, stretch_}, run_.begin, set, values))
    counters_->charge(run_.callpath, charged_to());
}

// Counters are not read at what the measurement does for itself.
void Extractor::buffer_flush(Ticks time, Ticks stop) {
  enter(time, regions_.buffer_flush);
  const CallPathRun run = run_;
  leave(std::max(time, stop), regions_.buffer_flush);
  run_ = run;
}

void Extractor::measurement_on_off(Ticks time, bool on) {
  ++stretch_;
  const bool is_idle = is_worker_ && teams_.empty() && stack_.empty();
  if (is_idle) is_off_while_idle_ = !on;
  if (!on && !is_idle && !is_off())
    enter(time, regions_.measurement_off);
  else if (on && is_off())
    leave(time, regions_.measurement_off);
  else
    advance(time);
}

void Extractor::tell_sampled_accuracy() {
  const std::vector<double> variances = sampled_variance_.by_callpath(*division_);
  for (std::uint32_t n = 0; n < variances.size(); ++n)
    totals(CallPathId{n}).sampled_accuracy = {static_cast<std::int64_t>(
        std::ceil(SampledVariance::kNineOfTen * std::sqrt(variances[n])))};
}

LocationRecords Extractor::finish() {
  close_threads();
  records_.last = last_;
  progress_.events.fetch_add(records_.events & (kEventsPerReport - 1), std::memory_order_relaxed);
  requests_.for_each([&](std::uint64_t request, Pending pending) {
    const Ticks started = pending.kind == RequestKind::Send ? records_.sends[pending.record].time
                          : pending.kind == RequestKind::Receive
                              ? records_.posted[pending.record].time
                              : records_.collectives[pending.record].initiated;
    records_.open.push_back({request, started, pending.kind, pending.record});
  });
  // The nested list is filled at leave: inner instances come before outer ones.
  std::sort(records_.nested.begin(), records_.nested.end(),
            [](const NestedTime& a, const NestedTime& b) { return a.instance < b.instance; });
  records_.activities = activities_.finish();
  if (counters_) records_.counters = counters_->finish(anomalies_);
  note_waking();
  if (division_ != nullptr) tell_sampled_accuracy();
  lists_.take_back(records_);
  records_.rma.records.shrink_to_fit();
  return std::move(records_);
}

}  // namespace tarry::analysis

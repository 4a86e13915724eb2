// SPDX-License-Identifier: BSD-3-Clause
// The part of the findings that evaluates what might be done, and decides what is reported.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/findings/cause_findings.h"
#include "analysis/whatif/delay_removed.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

constexpr double kShortened = 0.05;  // part of the largest: ranks that are shortened
constexpr double kFarMore = 1.5;     // times the gain of a level: the level is not the cause then
constexpr double kMatters = 0.01;    // part of a gain: largest loss if a location is left out
constexpr double kLittle = 0.5;  // times the mean: locations that may be left out in large graphs
constexpr double kNotNeeded = 0.75;       // part of a surplus: some of it may be needed
constexpr double kOfCores = 0.25;         // part of a gain: largest addition by more cores
constexpr std::size_t kMostLeftOut = 32;  // locations that are tried
constexpr std::size_t kSmallGraph = std::size_t{1} << 20;   // bytes
constexpr std::size_t kLargeGraph = std::size_t{64} << 20;  // bytes: an evaluation takes long

// Returns whether the call moves data or synchronizes. MPI_Init and MPI_Finalize do not count.
bool is_communication(model::RegionClass of) {
  return of >= model::RegionClass::MpiMgmtComm && of <= model::RegionClass::MpiIoCollective;
}

}  // namespace

std::unique_ptr<Change> CauseFindings::change(std::size_t scenario, std::size_t place) {
  const Scenario& it = scenarios_[scenario];
  if (it.is_level) return interventions_.change(causes_[it.cause].intervention, place);
  return without_surplus(it.cause, place, static_cast<std::uint32_t>(scenario));
}

std::unique_ptr<Change> CauseFindings::without_surplus(std::uint32_t cause, std::size_t place,
                                                       std::uint32_t scenario) {
  const SyncTimeline& timeline = known_.places[place].timeline;
  std::pmr::vector<Delay> delays;
  CallPathId own;
  for (std::size_t p = known_.first_pair[place]; p < known_.first_pair[place + 1]; ++p) {
    const PairOfCause& pair = known_.pairs[p];
    if (pair.removable == 0.0) continue;
    known_.surpluses.for_each(p, [&](CallPathId callpath, Ticks surplus) {
      if (cause_of_[callpath.index()] != cause) return;
      own = callpath;
      delays.push_back({timeline.section_at(pair.begin), timeline.section_at(pair.end),
                        pair.removable * static_cast<double>(surplus.count)});
    });
  }
  if (delays.empty()) return nullptr;
  auto change = std::make_unique<DelayRemoved>(own, delays, timeline.activities());
  removed_[scenario].push_back({known_.places[place].location, change->total()});
  return change;
}

// Each location tells how long it had no core while it waited for no other one: while it computed,
// after it woke up, and while it moved data in MPI. MPI_Init does not count.
base::Status CauseFindings::gather_without_core() {
  workers::Bytes own, moved;
  for (const SyncPlace& place : known_.places) {
    const LocationRecords& records = *place.records;
    if (records.lost_cores.empty()) continue;
    Ticks lost = records.waking_after_init;
    std::vector<Ticks> waiting(records.nodes.size());
    for (const WaitState& wait : records.waits) waiting[wait.callpath.index()] += wait.amount;
    for (std::uint32_t n = 0; n < records.lost_cores.size(); ++n) {
      const LostCoreTimes& at = records.lost_cores[n];
      lost += at.computing;
      const CallPathId unified = known_.to_unified[n];
      if (at.polling.count == 0 || !communicates(unified)) continue;
      const Ticks moving = base::positive_part(records.nodes[n].time - waiting[n]);
      lost += std::min(at.polling, moving);
      workers::append(moved, MovedAt{unified, moving, std::min(at.polling, moving)});
    }
    workers::append(own, OfLocation{place.location, static_cast<double>(lost.count)});
  }
  const std::vector<workers::Bytes> all = transport_.gather(std::move(own));
  const std::vector<workers::Bytes> all_moved = transport_.gather(std::move(moved));
  return workers::do_together(transport_, [&] {
    for (const workers::Bytes& message : all)
      for (std::size_t i = 0; i < workers::record_count<OfLocation>(message); ++i) {
        const auto at = workers::record_at<OfLocation>(message, i);
        without_core_.resize(known_.definitions.locations.size());
        without_core_[at.location.index()] = at.ticks;
      }
    find_starved(all_moved);
  });
}

bool CauseFindings::communicates(CallPathId unified) const {
  const model::RegionId region = known_.all_callpaths[unified].region;
  return is_communication(known_.regions.kinds[region.index()].region_class);
}

void CauseFindings::find_starved(const std::vector<workers::Bytes>& all_moved) {
  std::vector<MovedAt> sums(all_moved.empty() ? 0 : known_.all_callpaths.size());
  for (const workers::Bytes& message : all_moved)
    for (std::size_t i = 0; i < workers::record_count<MovedAt>(message); ++i) {
      const auto at = workers::record_at<MovedAt>(message, i);
      sums[at.callpath.index()].moving += at.moving;
      sums[at.callpath.index()].without_core += at.without_core;
    }
  for (const MovedAt& sum : sums)
    is_starved_.push_back(2 * sum.without_core.count > sum.moving.count);
}

base::Status CauseFindings::gather_accuracy() {
  workers::Bytes own;
  for (const SyncPlace& place : known_.places)
    for (std::uint32_t n = 0; n < place.records->nodes.size(); ++n) {
      const Ticks accuracy = place.records->nodes[n].sampled_accuracy;
      if (accuracy.count == 0 || cause_of_[n] == kNoIndex) continue;
      workers::append(own, cause_of_[n]);
      workers::append(own, OfLocation{place.location, static_cast<double>(accuracy.count)});
    }
  const std::vector<workers::Bytes> all = transport_.gather(std::move(own));
  return workers::do_together(transport_, [&] {
    accuracy_.resize(causes_.size());
    for (const workers::Bytes& message : all)
      for (workers::MessageReader reader(message); !reader.at_end();) {
        const auto cause = reader.take<std::uint32_t>();
        accuracy_[cause].push_back(reader.take<OfLocation>());
      }
  });
}

base::Status CauseFindings::find_locations() {
  workers::Bytes own;
  for (std::uint32_t s = 0; s < scenarios_.size(); ++s)
    for (const OfLocation& removed : removed_[s]) {
      workers::append(own, s);
      workers::append(own, removed);
    }
  const std::vector<workers::Bytes> all = transport_.gather(std::move(own));
  return workers::do_together(transport_, [&] {
    if (transport_.rank() != 0) return;
    for (const workers::Bytes& message : all)
      for (workers::MessageReader reader(message); !reader.at_end();) {
        const auto s = reader.take<std::uint32_t>();
        scenarios_[s].locations.push_back(reader.take<OfLocation>());
      }
    for (Scenario& scenario : scenarios_) {
      if (scenario.is_level)
        for (const LocationExcess& each :
             interventions_.excess(causes_[scenario.cause].intervention).locations)
          scenario.locations.push_back({each.location, each.ticks});
      double largest = 0.0;
      for (const OfLocation& each : scenario.locations) largest = std::max(largest, each.ticks);
      for (const OfLocation& each : scenario.locations)
        if (each.ticks < kShortened * largest) scenario.without.push_back(each.location);
    }
  });
}

Lane::Part CauseFindings::part_of(std::size_t scenario, double weight) const {
  return {static_cast<std::uint32_t>(scenario), weight, scenarios_[scenario].without};
}

Lane CauseFindings::lane_of(const std::vector<std::size_t>& causes) const {
  Lane lane;
  for (const std::size_t c : causes) lane.parts.push_back(part_of(causes_[c].scenario));
  return lane;
}

std::vector<std::size_t> CauseFindings::every() const {
  std::vector<std::size_t> all(causes_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::vector<Lane> CauseFindings::lanes() const {
  std::vector<Lane> out;
  for (std::size_t s = 0; s < scenarios_.size(); ++s) out.push_back({{part_of(s)}});
  out.push_back(lane_of(every()));
  return out;
}

void CauseFindings::decide(Graph& graph, Ticks before, const std::vector<Ticks>& after) {
  if (causes_.empty()) return;
  const auto gain = [&](Ticks end) { return static_cast<double>((before - end).count); };
  double all = gain(after[scenarios_.size()]);
  bool is_other = false;
  for (Cause& cause : causes_) {
    double alone = gain(after[cause.scenario]);
    // A worker of a queue waits whenever another one gets the work. The time by which that one took
    // longer than the worker has no meaning then.
    if (cause.levelled != kNoIndex && cause.without_surplus != kNoIndex &&
        !graph.has_work_queues()) {
      const double of_surplus = gain(after[cause.without_surplus]);
      if (of_surplus > kFarMore * alone + least_) {
        cause.scenario = cause.without_surplus;
        alone = of_surplus;
        is_other = true;
      }
    }
    alone_.push_back(alone);
  }
  const GainsOf gains_of = [&](const std::vector<std::vector<std::size_t>>& sets) {
    std::vector<Lane> lanes;
    for (const auto& set : sets) lanes.push_back(lane_of(set));
    std::vector<double> gains;
    for (const Ticks end : graph.ends(std::move(lanes))) gains.push_back(gain(end));
    return gains;
  };
  if (is_other) all = gains_of({every()}).front();
  ChoiceLimits limits;
  limits.least = least_;
  if (graph.bytes() > kLargeGraph) limits.passes = 2;
  for (Together& group : choose_interventions(alone_, all, limits, gains_of))
    told_.push_back({std::move(group), 0.0, 0.0});
  leave_out_the_rest(graph, before);
  add_ranges(graph, before);
}

// Leaves out the locations that do not matter for the gain.
void CauseFindings::leave_out_the_rest(Graph& graph, Ticks before) {
  // A large graph considers only locations with a small part of the removed time.
  const bool is_large = graph.bytes() > kSmallGraph;
  struct Question {
    std::size_t told, scenario;
    model::LocationIndex without;
  };
  std::vector<Question> asked;
  std::vector<Lane> lanes;
  std::vector<std::size_t> done;
  double gained = 0.0;
  std::vector<double> gained_with;
  for (std::size_t t = 0; t < told_.size(); ++t) {
    done.insert(done.end(), told_[t].group.members.begin(), told_[t].group.members.end());
    gained_with.push_back(gained += told_[t].group.gain);
    for (const std::size_t c : told_[t].group.members) {
      const std::size_t s = causes_[c].scenario;
      const Scenario& scenario = scenarios_[s];
      if (scenario.locations.size() - scenario.without.size() < 2) continue;
      double sum = 0.0;
      for (const OfLocation& each : scenario.locations) sum += each.ticks;
      const double little =
          is_large ? kLittle * sum / static_cast<double>(scenario.locations.size()) : INFINITY;
      for (const OfLocation& each : scenario.locations) {
        if (std::find(scenario.without.begin(), scenario.without.end(), each.location) !=
                scenario.without.end() ||
            each.ticks > little || asked.size() == kMostLeftOut)
          continue;
        asked.push_back({t, s, each.location});
        Lane lane = lane_of(done);
        for (Lane::Part& part : lane.parts)
          if (part.scenario == s) part.without.push_back(each.location);
        lanes.push_back(std::move(lane));
      }
    }
  }
  if (asked.empty()) return;
  const std::vector<Ticks> after = graph.ends(std::move(lanes));
  bool is_any = false;
  for (std::size_t q = 0; q < asked.size(); ++q) {
    const Told& told = told_[asked[q].told];
    const double lost = gained_with[asked[q].told] - static_cast<double>((before - after[q]).count);
    if (lost >= kMatters * told.group.gain) continue;
    auto& without = scenarios_[asked[q].scenario].without;
    if (without.size() + 1 >= scenarios_[asked[q].scenario].locations.size()) continue;
    without.push_back(asked[q].without);  // others remain to be named
    is_any = true;
  }
  if (!is_any) return;
  gained = 0.0;
  const std::vector<Ticks> ends = graph.ends(one_after_the_other());
  for (std::size_t t = 0; t < told_.size(); ++t) {
    const auto gain = static_cast<double>((before - ends[t]).count);
    told_[t].group.gain = gain - gained;
    gained = gain;
  }
}

// Returns for each reported item a lane with it and all previous ones.
std::vector<Lane> CauseFindings::one_after_the_other() const {
  std::vector<Lane> lanes;
  std::vector<std::size_t> done;
  for (const Told& told : told_) {
    done.insert(done.end(), told.group.members.begin(), told.group.members.end());
    lanes.push_back(lane_of(done));
  }
  return lanes;
}

const Excess* CauseFindings::excess_of(const Cause& cause) const {
  return cause.scenario == cause.levelled ? &interventions_.excess(cause.intervention) : nullptr;
}

// Adds the gains with higher or lower levels, and with work queues that deal as recorded.
void CauseFindings::add_ranges(Graph& graph, Ticks before) {
  std::vector<Lane> lanes;
  Lane done;
  std::vector<double> gained_before{0.0};
  bool is_known = true;
  for (Told& told : told_) {
    Lane low = done, high = done;
    for (const std::size_t c : told.group.members) {
      const Excess* excess = excess_of(causes_[c]);
      const double least = excess != nullptr ? excess->low : kNotNeeded;
      const double most = excess != nullptr ? excess->high : 1.0;
      is_known &= least == 1.0 && most == 1.0;
      low.parts.push_back(part_of(causes_[c].scenario, least));
      high.parts.push_back(part_of(causes_[c].scenario, most));
      done.parts.push_back(part_of(causes_[c].scenario));
    }
    lanes.push_back(std::move(low));
    lanes.push_back(std::move(high));
    gained_before.push_back(gained_before.back() + told.group.gain);
    told.low = told.high = told.group.gain;
  }
  const auto widen = [&](std::size_t t, Ticks end) {
    const double gain = static_cast<double>((before - end).count) - gained_before[t];
    told_[t].low = std::max(0.0, std::min(told_[t].low, gain));
    told_[t].high = std::max(told_[t].high, gain);
  };
  if (!is_known) {
    const std::vector<Ticks> after = graph.ends(std::move(lanes));
    for (std::size_t i = 0; i < after.size(); ++i) widen(i / 2, after[i]);
  }
  add_lost_cores();
  add_accuracy();
  if (!graph.has_work_queues() || told_.empty()) return;
  const std::vector<Ticks> as_dealt = graph.ends(one_after_the_other(), false);
  Ticks without_those_before = before;  // as dealt in the recording as well
  for (std::size_t t = 0; t < told_.size(); ++t) {
    Told& told = told_[t];
    const auto gain = static_cast<double>((without_those_before - as_dealt[t]).count);
    without_those_before = as_dealt[t];
    told.depends_on_dealing = std::abs(gain - told.group.gain) > kMatters * told.group.gain;
    told.low = std::max(0.0, std::min(told.low, gain));
    told.high = std::max(told.high, gain);
  }
}

// The relative error of a gain is that of the removed time. Errors of samples are independent
// between locations.
void CauseFindings::add_accuracy() {
  for (Told& told : told_) {
    double changed = 0.0, variance = 0.0;
    for (const std::size_t c : told.group.members) {
      const std::vector<OfLocation> locations = changed_by(scenarios_[causes_[c].scenario]);
      for (const OfLocation& each : locations) changed += each.ticks;
      for (const OfLocation& each : accuracy_[c])
        for (const OfLocation& location : locations)
          if (each.location == location.location) variance += each.ticks * each.ticks;
    }
    if (variance == 0.0 || changed <= 0.0) continue;
    const double off = told.group.gain * std::min(1.0, std::sqrt(variance) / changed);
    told.low = std::max(0.0, told.low - off);
    told.high += off;
  }
}

// Threads that poll while they wait take cores from the ones that they wait for, which may be
// faster otherwise. The trace cannot tell how much of the time without a core is on the way to the
// end.
void CauseFindings::add_lost_cores() {
  if (without_core_.empty()) return;
  for (Told& told : told_) {
    double most = 0.0;
    for (const std::size_t c : told.group.members) {
      const std::vector<OfLocation> locations = changed_by(scenarios_[causes_[c].scenario]);
      double lost = 0.0;
      for (const OfLocation& each : locations) lost += without_core_[each.location.index()];
      if (!locations.empty()) most = std::max(most, lost / static_cast<double>(locations.size()));
    }
    most = std::min(most, kOfCores * told.group.gain);
    if (most <= kMatters * told.group.gain) continue;
    told.high += most;
    told.depends_on_cores = true;
  }
}

}  // namespace tarry::analysis

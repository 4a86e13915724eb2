// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/findings/cause_findings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "workers/agree.h"

namespace tarry::analysis {
namespace {

constexpr double kNotable = 0.01;  // part of the time
constexpr double kTold = 0.01;     // part of the cost: waits that are reported
constexpr double kRounding = 1e-9;
constexpr double kFurthest = 8.0;   // steps that are distinguished
constexpr double kInvolved = 0.05;  // part of the largest: ranks that are named
constexpr double kLeast = 0.01;     // part of the run time: a gain that is reported
constexpr double kSure = 0.5;       // part of the gain that is certain if it counts as explained
constexpr std::size_t kMostCostly = 5, kMostFollowed = 6;

// The cost of a call path on a location.
struct CostAt {
  model::LocationIndex location;
  CallPathId callpath;  // unified
  double cost;
};

// The recorded time without pauses.
struct LocationTime {
  Ticks time;
  std::uint64_t locations = 0;
};

struct CauseTold {
  CallPathId callpath;
  std::uint32_t intervention;
  bool has_surplus;
};

// The part of a pair of this worker that is due to a cause directly.
struct DirectPart {
  std::uint32_t pair;
  std::uint32_t cause;
  double part;
};

}  // namespace

base::Status CauseFindings::choose(Ticks location_time, const std::vector<LocationSteps>& steps) {
  workers::Bytes own;
  std::uint64_t locations = 0;
  for (const SyncPlace& place : known_.places) locations += place.records->events != 0;
  workers::append(own, LocationTime{location_time, locations});
  LocationTime all;
  for (const workers::Bytes& message : transport_.all_gather(own)) {
    const auto of_worker = workers::record_at<LocationTime>(message, 0);
    all.time += of_worker.time;
    all.locations += of_worker.locations;
  }
  const auto time = static_cast<double>(all.time.count);
  least_ = kLeast * time / static_cast<double>(std::max<std::uint64_t>(1, all.locations));
  TRY(gather_without_core());
  TRY(interventions_.find(steps, least_));
  TRY(choose_by_cost(kNotable * time));
  TRY(tell_causes());
  return gather_accuracy();
}

base::Status CauseFindings::choose_by_cost(double least) {
  workers::Bytes own;
  TRY(workers::do_together(transport_, [&] {
    const model::MetricId delay =
        model_ == CostModel::WaitFirst ? waits_first(model::metric::delay) : model::metric::delay;
    for (const Cell<double>& cell : known_.share.costs)
      if (cell.metric() == delay && cell.value > 0.0)
        workers::append(
            own, CostAt{cell.location, known_.to_unified[cell.callpath().index()], cell.value});
    return base::kOk;
  }));
  const std::vector<workers::Bytes> all = transport_.gather(std::move(own));
  return workers::do_together(transport_, [&] {
    if (transport_.rank() != 0) return base::kOk;
    std::vector<Cause> every(known_.all_callpaths.size());
    for (const workers::Bytes& message : all)
      for (workers::MessageReader reader(message); !reader.at_end();) {
        const auto at = reader.take<CostAt>();
        Cause& cause = every[at.callpath.index()];
        cause.cost += at.cost;
        cause.locations.push_back({at.location, at.cost});
      }
    for (std::uint32_t n = 0; n < every.size(); ++n) every[n].callpath = CallPathId{n};
    for (std::uint32_t i = 0; i < interventions_.count(); ++i)
      every[interventions_.callpath(i).index()].intervention = i;
    // The position of call paths in the tree makes the order the same for any number of workers.
    const std::vector<CallPathId> position = known_.all_callpaths.depth_first_order();
    std::sort(every.begin(), every.end(), [&](const Cause& a, const Cause& b) {
      return std::tuple(-a.cost, position[a.callpath.index()]) <
             std::tuple(-b.cost, position[b.callpath.index()]);
    });
    std::size_t costly = 0;
    for (Cause& cause : every)
      cause.has_surplus = cause.cost > 0.0 && cause.cost >= least &&
                          !is_beyond_the_code(cause.callpath) && costly++ < kMostCostly;
    std::erase_if(every, [](const Cause& cause) {
      return !cause.has_surplus && cause.intervention == kNoIndex;
    });
    causes_ = std::move(every);
    return base::kOk;
  });
}

// Returns whether the call path is MPI's own start or end, which nobody can change, or had no core,
// or stands for threads that started late, which no change of the code removes and which reports
// show by themselves.
bool CauseFindings::is_beyond_the_code(CallPathId callpath) const {
  const model::RegionId region = known_.all_callpaths[callpath].region;
  if (known_.regions.is_part_of_caller(region) || is_starved_[callpath.index()]) return true;
  return known_.regions.kinds[region.index()].region_class == model::RegionClass::MpiInitExit;
}

base::Status CauseFindings::tell_causes() {
  workers::Bytes own;
  for (const Cause& cause : causes_) {
    const bool is_enough = cause.intervention != kNoIndex &&
                           interventions_.excess(cause.intervention).ticks >= cause.cost;
    workers::append(own,
                    CauseTold{cause.callpath, cause.intervention, cause.has_surplus && !is_enough});
  }
  const std::vector<workers::Bytes> all = transport_.all_gather(own);
  return workers::do_together(transport_, [&] {
    causes_.resize(workers::record_count<CauseTold>(all.front()));
    for (std::uint32_t c = 0; c < causes_.size(); ++c) {
      const auto cause = workers::record_at<CauseTold>(all.front(), c);
      causes_[c].callpath = cause.callpath;
      causes_[c].intervention = cause.intervention;
      causes_[c].has_surplus = cause.has_surplus;
      if (cause.intervention != kNoIndex) {
        causes_[c].levelled = static_cast<std::uint32_t>(scenarios_.size());
        scenarios_.push_back({c, true});
      }
      if (cause.has_surplus) {
        causes_[c].without_surplus = static_cast<std::uint32_t>(scenarios_.size());
        scenarios_.push_back({c, false});
      }
      causes_[c].scenario =
          causes_[c].levelled != kNoIndex ? causes_[c].levelled : causes_[c].without_surplus;
    }
    removed_.resize(scenarios_.size());
    cause_of_.assign(known_.to_unified.size(), kNoIndex);
    for (std::size_t n = 0; n < cause_of_.size(); ++n)
      for (std::uint32_t c = 0; c < causes_.size(); ++c)
        if (causes_[c].callpath == known_.to_unified[n]) cause_of_[n] = c;
    return base::kOk;
  });
}

base::Status CauseFindings::follow(const std::pmr::vector<WaitNode>& waits,
                                   const std::pmr::vector<DelayPair>& pairs,
                                   const std::vector<std::size_t>& pairs_of_worker,
                                   const Propagation* propagation) {
  if (causes_.empty()) return base::kOk;
  workers::Bytes parts, callpaths;
  TRY(workers::do_together(transport_, [&] {
    for (std::uint32_t p = 0; p < known_.pairs.size(); ++p)
      known_.surpluses.for_each(p, [&](CallPathId callpath, Ticks surplus) {
        const std::uint32_t cause = cause_of_[callpath.index()];
        if (cause != kNoIndex && known_.pairs[p].share != 0.0)
          workers::append(
              parts,
              DirectPart{p, cause, known_.pairs[p].share * static_cast<double>(surplus.count)});
      });
    for (const SyncPlace& place : known_.places)
      for (const std::uint32_t order : place.timeline.waits())
        workers::append(callpaths, known_.to_unified[place.timeline.callpath_at(order).index()]);
    return base::kOk;
  }));
  const std::vector<workers::Bytes> all_parts = transport_.gather(std::move(parts));
  const std::vector<workers::Bytes> all_callpaths = transport_.gather(std::move(callpaths));
  TRY(workers::do_together(transport_, [&] {
    if (transport_.rank() != 0) return base::kOk;
    std::pmr::vector<CallPathId> callpath_of_wait;
    for (const workers::Bytes& message : all_callpaths)
      for (std::size_t i = 0; i < workers::record_count<CallPathId>(message); ++i)
        callpath_of_wait.push_back(workers::record_at<CallPathId>(message, i));
    Attribution attribution(waits, pairs, *propagation, model_);
    std::size_t followed = 0;
    for (std::uint32_t f = 0; f < causes_.size(); ++f) {
      if (causes_[f].cost <= 0.0 || followed++ == kMostFollowed) break;  // ordered by falling cost
      std::pmr::vector<double> direct(pairs.size());
      std::size_t first = 0;
      for (std::size_t worker = 0; worker < all_parts.size(); ++worker) {
        for (std::size_t i = 0; i < workers::record_count<DirectPart>(all_parts[worker]); ++i)
          if (const auto part = workers::record_at<DirectPart>(all_parts[worker], i);
              part.cause == f)
            direct[first + part.pair] += part.part;
        first += pairs_of_worker[worker];
      }
      attribution.follow(direct);
      attribute(attribution, f, waits, pairs, *propagation, callpath_of_wait);
      episodes_.add(f, causes_[f].callpath, attribution.worst_chain(), waits, pairs,
                    pairs_of_worker);
    }
    return base::kOk;
  }));
  return episodes_.complete();
}

void CauseFindings::attribute(const Attribution& attribution, std::size_t finding,
                              const std::pmr::vector<WaitNode>& waits,
                              const std::pmr::vector<DelayPair>& pairs,
                              const Propagation& propagation,
                              const std::pmr::vector<CallPathId>& callpaths) {
  struct Sum {
    double cost = 0.0, steps = 0.0;
    std::map<std::uint32_t, double> locations;
  };
  Cause& cause = causes_[finding];
  std::map<std::tuple<double, DelayChannel, CallPathId>, Sum> sums;
  const auto add = [&](std::size_t pair, CallPathId callpath) {
    const double cost = attribution.cost(pair);
    if (cost <= 0.0) return;
    const double steps = attribution.weighted_steps(pair);
    Sum& sum = sums[{std::min(std::round(steps / cost), kFurthest), pairs[pair].channel, callpath}];
    sum.cost += cost;
    sum.steps += steps;
    sum.locations[pairs[pair].victim.value] += cost;
  };
  for (std::size_t w = 0; w < waits.size(); ++w)
    if (const std::uint32_t pair = propagation.pair_of_wait(w); pair != Propagation::kNone)
      add(pair, callpaths[w]);
  for (std::size_t p = 0; p < pairs.size(); ++p)
    if (pairs[p].wait == DelayPair::kNowhere) add(p, cause.callpath);  // idle threads
  double owed = 0.0;
  for (const auto& [key, sum] : sums) owed += sum.cost;
  unlike_ += std::abs(owed - cause.cost) > kRounding * cause.cost;
  const std::vector<CallPathId> position = known_.all_callpaths.depth_first_order();
  std::vector<std::pair<std::tuple<double, std::uint32_t, DelayChannel>, model::Victims>> victims;
  for (const auto& [key, sum] : sums) {
    if (sum.cost < kTold * cause.cost) continue;
    model::Victims told;
    const auto& [steps, channel, callpath] = key;
    told.callpath = callpath;
    told.metric = known_.wait_metric_of(channel, callpath);
    told.wait_s = known_.definitions.clock.seconds(sum.cost);
    told.steps = sum.steps / sum.cost;
    std::vector<OfLocation> locations;
    for (const auto& [location, cost] : sum.locations)
      locations.push_back({model::LocationIndex{location}, cost});
    name(locations, told.ranks, told.threads);
    // An idle thread is only known by the team that it is not in.
    if (channel == DelayChannel::OmpIdle) told.threads.clear();
    victims.push_back({{steps, position[callpath.index()].value, channel}, std::move(told)});
  }
  std::sort(victims.begin(), victims.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [key, told] : victims) cause.victims.push_back(std::move(told));
}

std::vector<model::Finding> CauseFindings::conclude(const std::vector<Moment>& moments,
                                                    Ticks begin) const {
  std::vector<model::Finding> findings;
  const model::Clock& clock = known_.definitions.clock;
  for (const Told& each : told_) {
    const auto first = static_cast<std::uint32_t>(findings.size());
    const auto end = first + static_cast<std::uint32_t>(each.group.members.size());
    for (const std::size_t c : each.group.members) {
      const Cause& cause = causes_[c];
      model::Finding finding = told(cause);
      finding.gain_s = clock.seconds(each.group.gain);
      finding.gain_low_s = clock.seconds(each.low);
      finding.gain_high_s = clock.seconds(each.high);
      finding.gain_alone_s = clock.seconds(alone_[c]);
      if (each.depends_on_dealing)
        finding.depends_on.emplace_back("which ranks get the tasks of a work queue");
      if (each.depends_on_cores)
        finding.depends_on.emplace_back(
            "how soon the named ranks get a core once others poll less");
      finding.explained = each.low >= kSure * each.group.gain;
      finding.victims = cause.victims;
      finding.episode = episodes_.told(static_cast<std::uint32_t>(c), moments, begin);
      for (std::uint32_t other = first; other < end; ++other)
        if (other != findings.size()) finding.together_with.push_back(other);
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

std::vector<CauseFindings::OfLocation> CauseFindings::changed_by(const Scenario& scenario) {
  std::vector<OfLocation> locations = scenario.locations;
  std::erase_if(locations, [&](const OfLocation& each) {
    return std::find(scenario.without.begin(), scenario.without.end(), each.location) !=
           scenario.without.end();
  });
  return locations;
}

model::Finding CauseFindings::told(const Cause& cause) const {
  const std::vector<OfLocation> locations = changed_by(scenarios_[cause.scenario]);
  double delay = 0.0;
  for (const OfLocation& each : locations) delay += each.ticks;
  model::Finding finding;
  finding.callpath = cause.callpath;
  name(locations, finding.ranks, finding.threads);
  finding.delay_s = known_.definitions.clock.seconds(delay);
  finding.cost_s = known_.definitions.clock.seconds(cause.cost);
  finding.model = model_ == CostModel::WaitFirst ? "waitfirst" : "proportional";
  return finding;
}

void CauseFindings::name(const std::vector<OfLocation>& locations, std::vector<model::Rank>& ranks,
                         std::vector<std::uint32_t>& threads) const {
  double largest = 0.0;
  for (const OfLocation& each : locations) largest = std::max(largest, each.ticks);
  const auto& all = known_.definitions.locations;
  for (const OfLocation& each : locations) {
    if (each.ticks < kInvolved * largest) continue;
    ranks.push_back(all[each.location.index()].rank);
    threads.push_back(all[each.location.index()].thread);
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  const bool has_several =
      ranks.size() == 1 && std::count_if(all.begin(), all.end(), [&](const auto& location) {
                             return location.rank == ranks.front();
                           }) > 1;
  if (!has_several) threads.clear();
  std::sort(threads.begin(), threads.end());
}

}  // namespace tarry::analysis

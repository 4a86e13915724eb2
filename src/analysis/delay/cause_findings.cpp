// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/cause_findings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "analysis/parallel/agree.h"
#include "analysis/whatif/delay_removed.h"

namespace tarry::analysis {
namespace {

constexpr double kNotable = 0.01;  // part of the time
constexpr double kTold = 0.01;     // part of the cost: waits that are told
constexpr double kRounding = 1e-9;
constexpr double kFurthest = 8.0;   // steps that are told apart
constexpr double kInvolved = 0.05;  // part of the largest: ranks that are named

// The cost of a call path on a location.
struct CostAt {
  model::LocationIndex location;
  CallPathId callpath;  // unified
  double cost;
};

// The part that a cause has itself in a pair of this worker.
struct DirectPart {
  std::uint32_t pair;
  std::uint32_t cause;
  double part;
};

}  // namespace

base::Status CauseFindings::choose(Ticks location_time) {
  Bytes own;
  TRY(do_together(transport_, [&] {
    append(own, location_time);
    const model::MetricId delay =
        model::metric(model_ == CostModel::WaitFirst ? "delay__waitfirst" : "delay");
    for (const Cell<double>& cell : known_.share.costs)
      if (cell.metric() == delay && cell.value > 0.0)
        append(own, CostAt{cell.location, known_.to_unified[cell.callpath().index()], cell.value});
    return base::kOk;
  }));
  const std::vector<Bytes> all = transport_.gather(std::move(own));
  TRY(do_together(transport_, [&] {
    if (transport_.rank() != 0) return base::kOk;
    Ticks time;
    std::vector<Cause> every(known_.all_callpaths.size());
    for (const Bytes& message : all) {
      MessageReader reader(message);
      time += reader.take<Ticks>();
      while (!reader.at_end()) {
        const auto at = reader.take<CostAt>();
        Cause& cause = every[at.callpath.index()];
        cause.callpath = at.callpath;
        cause.cost += at.cost;
        cause.locations.push_back({at.location, at.cost});
      }
    }
    // The same for any number of workers: call paths by their place in the tree.
    const std::vector<CallPathId> position = known_.all_callpaths.depth_first_order();
    const double least = kNotable * static_cast<double>(time.count);
    std::erase_if(every, [&](const Cause& cause) {
      return cause.cost <= 0 || cause.cost < least || is_start_or_end(cause.callpath);
    });
    std::sort(every.begin(), every.end(), [&](const Cause& a, const Cause& b) {
      return std::tuple(-a.cost, position[a.callpath.index()]) <
             std::tuple(-b.cost, position[b.callpath.index()]);
    });
    if (every.size() > kMost) every.resize(kMost);
    causes_ = std::move(every);
    return base::kOk;
  }));
  return tell_causes();
}

// Of MPI itself: nobody can do anything about it.
bool CauseFindings::is_start_or_end(CallPathId callpath) const {
  const model::RegionId region = known_.all_callpaths[callpath].region;
  return known_.regions.kinds[region.index()].region_class == model::RegionClass::MpiInitExit;
}

base::Status CauseFindings::tell_causes() {
  Bytes own;
  for (const Cause& cause : causes_) append(own, cause.callpath);
  const std::vector<Bytes> all = transport_.all_gather(own);
  return do_together(transport_, [&] {
    causes_.resize(record_count<CallPathId>(all.front()));
    for (std::size_t c = 0; c < causes_.size(); ++c)
      causes_[c].callpath = record_at<CallPathId>(all.front(), c);
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
  Bytes parts, callpaths;
  TRY(do_together(transport_, [&] {
    for (std::uint32_t p = 0; p < known_.pairs.size(); ++p)
      known_.surpluses.for_each(p, [&](CallPathId callpath, Ticks surplus) {
        const std::uint32_t cause = cause_of_[callpath.index()];
        if (cause != kNoIndex && known_.pairs[p].share != 0.0)
          append(parts,
                 DirectPart{p, cause, known_.pairs[p].share * static_cast<double>(surplus.count)});
      });
    for (const SyncPlace& place : known_.places)
      for (const std::uint32_t order : place.timeline.waits())
        append(callpaths, known_.to_unified[place.timeline.callpath_at(order).index()]);
    return base::kOk;
  }));
  const std::vector<Bytes> all_parts = transport_.gather(std::move(parts));
  const std::vector<Bytes> all_callpaths = transport_.gather(std::move(callpaths));
  TRY(do_together(transport_, [&] {
    if (transport_.rank() != 0) return base::kOk;
    std::pmr::vector<CallPathId> callpath_of_wait;
    for (const Bytes& message : all_callpaths)
      for (std::size_t i = 0; i < record_count<CallPathId>(message); ++i)
        callpath_of_wait.push_back(record_at<CallPathId>(message, i));
    Attribution attribution(waits, pairs, *propagation, model_);
    for (std::uint32_t f = 0; f < causes_.size(); ++f) {
      std::pmr::vector<double> direct(pairs.size());
      std::size_t first = 0;
      for (std::size_t worker = 0; worker < all_parts.size(); ++worker) {
        for (std::size_t i = 0; i < record_count<DirectPart>(all_parts[worker]); ++i)
          if (const auto part = record_at<DirectPart>(all_parts[worker], i); part.cause == f)
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
    // What is known of idle threads is whose team they are not in.
    if (channel == DelayChannel::OmpIdle) told.threads.clear();
    victims.push_back({{steps, position[callpath.index()].value, channel}, std::move(told)});
  }
  std::sort(victims.begin(), victims.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [key, told] : victims) cause.victims.push_back(std::move(told));
}

std::unique_ptr<Change> CauseFindings::removed(std::size_t finding, std::size_t place) {
  const SyncTimeline& timeline = known_.places[place].timeline;
  std::pmr::vector<Delay> delays;
  CallPathId own;
  for (std::size_t p = known_.first_pair[place]; p < known_.first_pair[place + 1]; ++p) {
    const PairOfCause& pair = known_.pairs[p];
    if (pair.removable == 0.0) continue;
    known_.surpluses.for_each(p, [&](CallPathId callpath, Ticks surplus) {
      if (cause_of_[callpath.index()] != finding) return;
      own = callpath;
      delays.push_back({timeline.section_at(pair.begin), timeline.section_at(pair.end),
                        pair.removable * static_cast<double>(surplus.count)});
    });
  }
  if (delays.empty()) return nullptr;
  auto change = std::make_unique<DelayRemoved>(own, delays, timeline.activities());
  removed_[finding].push_back({known_.places[place].location, change->total()});
  return change;
}

base::Result<std::vector<model::Finding>> CauseFindings::conclude(
    const std::vector<Ticks>& gains, const std::vector<Moment>& moments, Ticks begin) {
  Bytes own;
  for (std::uint32_t f = 0; f < causes_.size(); ++f)
    for (const OfLocation& removed : removed_[f]) {
      append(own, f);
      append(own, removed.cost);
    }
  const std::vector<Bytes> all = transport_.gather(std::move(own));
  std::vector<model::Finding> findings;
  if (transport_.rank() != 0) return findings;
  std::array<double, kMost> delays{};
  for (const Bytes& message : all)
    for (MessageReader reader(message); !reader.at_end();) {
      const auto f = reader.take<std::uint32_t>();
      delays[f] += reader.take<double>();
    }
  for (std::uint32_t f = 0; f < causes_.size(); ++f) {
    if (delays[f] <= 0.0) continue;  // nothing that could be shorter: it only waits itself
    model::Finding finding;
    finding.callpath = causes_[f].callpath;
    name(causes_[f].locations, finding.ranks, finding.threads);
    finding.delay_s = known_.definitions.clock.seconds(delays[f]);
    finding.cost_s = known_.definitions.clock.seconds(causes_[f].cost);
    finding.gain_s = known_.definitions.clock.seconds(gains[f]);
    finding.model = model_ == CostModel::WaitFirst ? "waitfirst" : "proportional";
    finding.victims = std::move(causes_[f].victims);
    finding.episode = episodes_.told(f, moments, begin);
    findings.push_back(std::move(finding));
  }
  std::stable_sort(
      findings.begin(), findings.end(),
      [](const model::Finding& a, const model::Finding& b) { return a.gain_s > b.gain_s; });
  return findings;
}

void CauseFindings::name(const std::vector<OfLocation>& locations, std::vector<model::Rank>& ranks,
                         std::vector<std::uint32_t>& threads) const {
  double largest = 0.0;
  for (const OfLocation& each : locations) largest = std::max(largest, each.cost);
  const auto& all = known_.definitions.locations;
  for (const OfLocation& each : locations) {
    if (each.cost < kInvolved * largest) continue;
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

// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/interventions/interventions.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/interventions/levelled_work.h"
#include "base/release.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

constexpr std::size_t kMostCandidates = 32;

// The time of a call path on a location.
struct TimeAt {
  CallPathId callpath;  // unified
  Ticks time;
};

constexpr std::uint32_t kRequests = 3;  // a work queue has at least so many requests
constexpr std::uint32_t kAnswered = 2;  // at least one of so many is answered

// Returns 1 if a location deals work: it receives from any source and answers what it receives.
std::uint64_t deals(const LocationSteps& steps) {
  const bool answers = kAnswered * steps.sends >= steps.from_any_source;
  return steps.from_any_source >= kRequests && answers ? 1 : 0;
}

}  // namespace

base::Status Interventions::find(const std::vector<LocationSteps>& steps, double least) {
  TRY(choose_candidates(least));
  if (candidates_.empty()) return base::kOk;
  workers::Bytes own;
  TRY(workers::do_together(transport_, [&] { own = survey(steps); }));
  const std::vector<workers::Bytes> works = transport_.gather(std::move(own));
  std::vector<workers::Bytes> outgoing(transport_.size());
  TRY(workers::do_together(transport_, [&] {
    if (transport_.rank() == 0) outgoing = decide(works, least);
  }));
  const workers::Bytes message = std::move(transport_.exchange(std::move(outgoing)).front());
  return workers::do_together(transport_, [&] { hear(message); });
}

bool Interventions::is_work(CallPathId unified) const {
  const model::RegionId region = known_.all_callpaths[unified].region;
  return region != known_.regions.measurement_off && !known_.regions.is_part_of_caller(region) &&
         known_.regions.kinds[region.index()].region_class == model::RegionClass::Computation;
}

// Chooses call paths that take so long on some location that the run could be `least` shorter
// without them.
base::Status Interventions::choose_candidates(double least) {
  workers::Bytes own;
  TRY(workers::do_together(transport_, [&] {
    for (const SyncPlace& place : known_.places)
      for (std::uint32_t n = 0; n < place.records->nodes.size(); ++n) {
        const TimeAt at{known_.to_unified[n], place.records->nodes[n].time};
        if (at.time.count > 0 && static_cast<double>(at.time.count) >= least &&
            is_work(at.callpath))
          workers::append(own, at);
      }
  }));
  const std::vector<workers::Bytes> all = transport_.all_gather(own);
  return workers::do_together(transport_, [&] {
    std::vector<Ticks> longest(known_.all_callpaths.size());
    for (const workers::Bytes& message : all)
      for (std::size_t i = 0; i < workers::record_count<TimeAt>(message); ++i) {
        const auto at = workers::record_at<TimeAt>(message, i);
        longest[at.callpath.index()] = std::max(longest[at.callpath.index()], at.time);
      }
    for (std::uint32_t n = 0; n < longest.size(); ++n)
      if (longest[n].count > 0) candidates_.push_back(CallPathId{n});
    // The position of call paths in the tree makes the order the same for any number of workers.
    const std::vector<CallPathId> position = known_.all_callpaths.depth_first_order();
    std::sort(candidates_.begin(), candidates_.end(), [&](CallPathId a, CallPathId b) {
      return std::tuple(longest[b.index()], position[a.index()]) <
             std::tuple(longest[a.index()], position[b.index()]);
    });
    if (candidates_.size() > kMostCandidates) candidates_.resize(kMostCandidates);
  });
}

workers::Bytes Interventions::survey(const std::vector<LocationSteps>& steps) const {
  SurveyedWork surveyed;
  surveyed.candidates = candidates_.size();
  for (const CallPathId unified : known_.to_unified) {
    const auto found = std::find(candidates_.begin(), candidates_.end(), unified);
    surveyed.candidate.push_back(found != candidates_.end()
                                     ? static_cast<std::uint32_t>(found - candidates_.begin())
                                     : kNoIndex);
    surveyed.is_work.push_back(is_work(unified));
  }
  workers::Bytes out;
  for (std::size_t place = 0; place < known_.places.size(); ++place) {
    const SyncPlace& it = known_.places[place];
    if (it.records->events == 0) continue;
    std::vector<bool> does_it(candidates_.size() + 1);
    does_it.back() = true;
    for (std::uint32_t n = 0; n < it.records->nodes.size(); ++n)
      if (surveyed.candidate[n] != kNoIndex && it.records->nodes[n].time.count > 0)
        does_it[surveyed.candidate[n]] = true;
    const std::vector<workers::Bytes> works =
        survey_work(steps[place].log, it.timeline.activities(), surveyed);
    for (std::uint32_t c = 0; c < works.size(); ++c) {
      if (!does_it[c]) continue;
      workers::append(out, WorkHeader{it.location, c, works[c].size(), deals(steps[place])});
      workers::append_all(out, std::span<const std::byte>(works[c]));
    }
  }
  return out;
}

std::vector<workers::Bytes> Interventions::decide(const std::vector<workers::Bytes>& works,
                                                  double least) {
  std::vector<std::vector<LocationWork>> of_candidate(candidates_.size() + 1);
  std::map<model::LocationIndex, std::size_t> worker_of;
  for (std::size_t worker = 0; worker < works.size(); ++worker)
    for (workers::MessageReader reader(works[worker]); !reader.at_end();) {
      const auto header = reader.take<WorkHeader>();
      of_candidate[header.candidate].push_back(
          {header.location,
           std::span<const std::byte>(works[worker]).subspan(reader.position(), header.bytes),
           header.deals != 0});
      reader.skip<std::byte>(header.bytes);
      worker_of[header.location] = worker;
    }
  for (std::vector<LocationWork>& work : of_candidate)
    std::sort(work.begin(), work.end(),
              [](const LocationWork& a, const LocationWork& b) { return a.location < b.location; });
  const auto is_initial = [&](const LocationWork& work) {
    return known_.definitions.locations[work.location.index()].thread == 0;
  };
  const Population everybody{of_candidate.back()};
  Population initial_threads = everybody;
  std::erase_if(initial_threads.all, [&](const LocationWork& work) { return !is_initial(work); });
  struct Found {
    CallPathId callpath;
    Excess excess;
  };
  std::vector<Found> found;
  for (std::size_t c = 0; c < candidates_.size(); ++c) {
    const std::vector<LocationWork>& work = of_candidate[c];
    if (work.empty()) continue;
    const bool of_initial = std::all_of(work.begin(), work.end(), is_initial);
    Excess excess = find_excess(work, of_initial ? initial_threads : everybody, least);
    if (!excess.locations.empty()) found.push_back({candidates_[c], std::move(excess)});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.excess.ticks > b.excess.ticks; });
  if (found.size() > kMost) found.resize(kMost);
  workers::Bytes callpaths;
  workers::append(callpaths, std::uint64_t{found.size()});
  for (const Found& each : found) workers::append(callpaths, each.callpath);
  std::vector<workers::Bytes> out(works.size(), callpaths);
  for (std::uint32_t f = 0; f < found.size(); ++f) {
    for (LocationExcess& of : found[f].excess.locations) {
      workers::Bytes& message = out[worker_of.at(of.location)];
      workers::append(message, PartsHeader{of.location, f, of.parts.size()});
      workers::append_all(message, std::span<const float>(of.parts));
      base::release(of.parts);
    }
    excesses_.push_back(std::move(found[f].excess));
  }
  return out;
}

void Interventions::hear(const workers::Bytes& message) {
  of_place_.resize(known_.places.size());
  workers::MessageReader reader(message);
  callpaths_.resize(reader.take<std::uint64_t>());
  reader.take_all(std::span(callpaths_));
  while (!reader.at_end()) {
    const auto header = reader.take<PartsHeader>();
    Parts parts{header.intervention, {}};
    parts.parts.resize(header.parts);
    reader.take_all(std::span<float>(parts.parts));
    of_place_[header.location.value - known_.places.front().location.value].push_back(
        std::move(parts));
  }
}

std::unique_ptr<Change> Interventions::change(std::size_t intervention, std::size_t place) const {
  for (const Parts& each : of_place_[place]) {
    if (each.intervention != intervention) continue;
    const auto own =
        std::find(known_.to_unified.begin(), known_.to_unified.end(), callpaths_[intervention]);
    return std::make_unique<LevelledWork>(
        CallPathId{static_cast<std::uint32_t>(own - known_.to_unified.begin())}, each.parts,
        known_.places[place].timeline.activities());
  }
  return nullptr;
}

}  // namespace tarry::analysis

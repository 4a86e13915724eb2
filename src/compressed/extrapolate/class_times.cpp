// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/class_times.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

// An event of a base trace and the site of the call before it.
using Source = std::pair<std::uint32_t, SiteId>;
// By aligned event and common site of the call before it.
using Sources = std::map<std::pair<std::uint32_t, SiteId>, std::set<Source>>;

// Goes through the calls of the representative in the trace and in its folded events together.
Sources sources_of(ClassCalls& calls, std::size_t base) {
  const Trace& trace = *calls.view(base).base().trace;
  Trace alone;
  alone.ranks = 1;
  alone.sites = calls.names().sites.sites();
  alone.events = calls.folded(base, PeerForm::Relative);
  Sources out;
  std::set<std::tuple<std::uint32_t, std::uint32_t, SiteId>> known;
  Cursor recorded(trace, calls.representative(base));
  Cursor folded(alone, 0);
  CursorCall from;
  for (CursorCall to; folded.next(to) && recorded.next(from);) {
    if (!known.emplace(to.event, from.event, from.predecessor).second) continue;
    out[{calls.places(base)[to.event], to.predecessor}].emplace(from.event, from.predecessor);
  }
  return out;
}

std::vector<std::uint32_t> common(const RankSet& a, const RankSet& b) {
  const RankSet& smaller = a.size() < b.size() ? a : b;
  const RankSet& larger = a.size() < b.size() ? b : a;
  std::vector<std::uint32_t> ranks = smaller.ranks();
  std::erase_if(ranks, [&](std::uint32_t rank) { return !larger.contains(rank); });
  return ranks;
}

}  // namespace

std::vector<ObservedPath> observed_paths(ClassCalls& calls) {
  std::map<std::pair<std::uint32_t, SiteId>, ObservedPath> paths;
  for (std::size_t base = 0; base < calls.bases(); ++base) {
    const Trace& trace = *calls.view(base).base().trace;
    for (const auto& [path, sources] : sources_of(calls, base)) {
      ObservedTimes before{trace.ranks, {}};
      ObservedTimes duration{trace.ranks, {}};
      LoadProfile profile{calls.view(base).grid(), {}};
      for (const auto& [event, predecessor] : sources)
        for (const EventTimes& times : trace.events[event].times) {
          if (times.predecessor != predecessor) continue;
          auto ranks = common(times.ranks, calls.members(base));
          if (ranks.empty()) continue;
          profile.times.push_back(
              {std::move(ranks), times.ranks.size(), times.before, times.duration});
          before.times.add(times.before);
          duration.times.add(times.duration);
        }
      ObservedPath& observed = paths[path];
      std::tie(observed.event, observed.predecessor) = path;
      observed.before.push_back(std::move(before));
      observed.duration.push_back(std::move(duration));
      observed.profiles.push_back(std::move(profile));
    }
  }
  std::vector<ObservedPath> out;
  for (auto& [path, observed] : paths) out.push_back(std::move(observed));
  return out;
}

}  // namespace tarry::compressed

// SPDX-License-Identifier: BSD-3-Clause
// The grid of programs whose ranks differ in some calls. What is lost is estimated without the
// order of the calls.
#include <algorithm>
#include <map>
#include <optional>

#include "compressed/extrapolate/call_tokens.h"
#include "compressed/extrapolate/keep_common.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

using TokenCounts = std::map<std::uint32_t, std::uint64_t>;

struct CommonShare {
  std::uint64_t calls = 0;
  std::uint64_t common = 0;

  void add(const CommonShare& other) {
    calls += other.calls;
    common += other.common;
  }
  [[nodiscard]] double loss() const {
    return calls == 0 ? 0 : 1 - static_cast<double>(common) / static_cast<double>(calls);
  }
};

// A grid of one trace, and how often its ranks make each call.
struct CountedGrid {
  Grid grid;
  std::vector<TokenCounts> counts;  // by rank
};

CommonShare share_of(const CountedGrid& counted, const RankSet& members) {
  CommonShare out;
  TokenCounts common;
  const std::vector<std::uint32_t> ranks = members.ranks();
  for (const std::uint32_t rank : ranks) {
    const TokenCounts& own = counted.counts[rank];
    for (const auto& [token, count] : own) out.calls += count;
    if (rank == ranks.front()) common = own;
    for (auto entry = common.begin(); entry != common.end();) {
      const auto found = own.find(entry->first);
      entry->second = found == own.end() ? 0 : std::min(entry->second, found->second);
      entry = entry->second == 0 ? common.erase(entry) : std::next(entry);
    }
  }
  for (const auto& [token, count] : common) out.common += count * ranks.size();
  return out;
}

CommonShare share_of(const CountedGrid& counted, const Places& places) {
  CommonShare out;
  for (std::uint32_t number = 0; number < places.classes(); ++number)
    out.add(share_of(counted, counted.grid.members(places, number)));
  return out;
}

// The class that is in the middle of each dimension.
std::uint32_t middle_of(const Places& places) {
  for (std::uint32_t number = 0; number < places.classes(); ++number) {
    bool is_middle = true;
    for (std::size_t d = 0; d < places.dimensions(); ++d)
      is_middle = is_middle && places.place(number, d) == places.margins[d].low;
    if (is_middle) return number;
  }
  return 0;
}

void add_margins(unsigned dimensions, Places& begun, std::vector<Places>& out) {
  if (begun.dimensions() == dimensions) return out.push_back(begun);
  for (std::uint32_t low = 0; low <= 1; ++low)
    for (std::uint32_t high = 0; high <= 1; ++high) {
      begun.margins.push_back({low, high});
      add_margins(dimensions, begun, out);
      begun.margins.pop_back();
    }
}

struct Candidate {
  Topology topology;
  CommonShare middle;
};

// Returns the grids of the traces that lose least, with what their middle loses; nothing if there
// are none, or none of them has two ranks in the middle.
std::optional<Candidate> candidate(const std::vector<std::vector<CountedGrid>>& grids,
                                   const Places& places) {
  Candidate out;
  out.topology.places = places;
  bool has_middle = false;
  for (const std::vector<CountedGrid>& of_base : grids) {
    const CountedGrid* best = nullptr;
    double least = 0;
    for (const CountedGrid& each : of_base) {
      const double loss = share_of(each, places).loss();
      if (best != nullptr && loss >= least) continue;
      best = &each;
      least = loss;
    }
    if (best == nullptr) return std::nullopt;
    out.topology.extents.push_back(best->grid.extents());
    const RankSet middle = best->grid.members(places, middle_of(places));
    has_middle = has_middle || middle.size() >= 2;
    if (!middle.empty()) out.middle.add(share_of(*best, middle));
  }
  if (!has_middle) return std::nullopt;
  return out;
}

}  // namespace

base::Result<Topology> least_lossy_topology(const std::vector<BaseTrace>& bases) {
  constexpr double kNotable = 0.1;
  std::vector<Candidate> candidates;
  for (unsigned dimensions = 1; dimensions <= kMostDimensions; ++dimensions) {
    std::vector<std::vector<CountedGrid>> grids;  // by base
    for (const BaseTrace& base : bases) {
      grids.emplace_back();
      for (const Extents& extents : factorizations(base.trace->ranks, dimensions)) {
        CountedGrid& counted = grids.back().emplace_back(CountedGrid{Grid(extents), {}});
        for (const CallTokens& tokens : call_tokens(GridView(base, extents))) {
          counted.counts.emplace_back();
          for (const std::uint32_t token : tokens) ++counted.counts.back()[token];
        }
      }
    }
    Places begun;
    std::vector<Places> all;
    add_margins(dimensions, begun, all);
    for (const Places& places : all)
      if (auto found = candidate(grids, places)) candidates.push_back(std::move(*found));
  }
  if (candidates.empty())
    return Error{ErrorCode::Unsupported,
                 "the traces have too few ranks to tell what those in the middle share", "",
                 "add traces of larger grids"};
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     const Places& of_a = a.topology.places;
                     const Places& of_b = b.topology.places;
                     return std::pair(of_a.classes(), of_a.dimensions()) <
                            std::pair(of_b.classes(), of_b.dimensions());
                   });
  double least = 1;
  for (const Candidate& each : candidates) least = std::min(least, each.middle.loss());
  return std::find_if(candidates.begin(), candidates.end(),
                      [&](const Candidate& each) { return each.middle.loss() <= least + kNotable; })
      ->topology;
}

}  // namespace tarry::compressed

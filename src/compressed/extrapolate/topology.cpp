// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/topology.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "compressed/extrapolate/critical_nodes.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::uint32_t kMostMargin = 2;

void add_places(unsigned dimensions, Places& begun, std::vector<Places>& out) {
  if (begun.dimensions() == dimensions) return out.push_back(begun);
  for (std::uint32_t low = 0; low <= kMostMargin; ++low)
    for (std::uint32_t high = 0; high <= kMostMargin; ++high) {
      begun.margins.push_back({low, high});
      add_places(dimensions, begun, out);
      begun.margins.pop_back();
    }
}

std::vector<Places> all_places() {
  std::vector<Places> out;
  for (unsigned dimensions = 1; dimensions <= kMostDimensions; ++dimensions) {
    Places begun;
    add_places(dimensions, begun, out);
  }
  std::stable_sort(out.begin(), out.end(), [](const Places& a, const Places& b) {
    return std::pair(a.classes(), a.dimensions()) < std::pair(b.classes(), b.dimensions());
  });
  return out;
}

// Returns the number of the group of each rank: those with equal sets of relative peers.
std::vector<std::uint32_t> groups_of(const BaseTrace& base) {
  std::map<std::vector<NamedPeer>, std::uint32_t> known;
  std::vector<std::uint32_t> out;
  for (const RankBehavior& rank : base.behavior) {
    std::vector<NamedPeer> peers;
    for (const SitePeers& site : rank.sites)
      peers.insert(peers.end(), site.peers.begin(), site.peers.end());
    std::sort(peers.begin(), peers.end());
    peers.erase(std::unique(peers.begin(), peers.end()), peers.end());
    out.push_back(known.try_emplace(std::move(peers), static_cast<std::uint32_t>(known.size()))
                      .first->second);
  }
  return out;
}

// The views of a base trace in all grids, by number of dimensions; the extents that the critical
// nodes propose come first.
class Views {
 public:
  explicit Views(const BaseTrace& base) : base_(base), groups_(groups_of(base)) {}

  const std::vector<GridView>& of(unsigned dimensions) {
    std::optional<std::vector<GridView>>& views = views_[dimensions];
    if (views) return *views;
    std::vector<Extents> all = factorizations(base_.trace->ranks, dimensions);
    if (const auto proposed = extents_by_critical_nodes(groups_, dimensions)) {
      const auto at = std::find(all.begin(), all.end(), *proposed);
      if (at != all.end()) std::rotate(all.begin(), at, at + 1);
    }
    views.emplace();
    for (const Extents& extents : all) views->emplace_back(base_, extents);
    return *views;
  }

 private:
  const BaseTrace& base_;
  std::vector<std::uint32_t> groups_;
  std::array<std::optional<std::vector<GridView>>, kMostDimensions + 1> views_;
};

std::string rank_text(std::uint32_t rank) { return "rank " + std::to_string(rank); }

// Returns what two ranks do differently first, apart from their partners and, unless asked for,
// their offsets.
std::optional<std::string> first_difference(const Trace& trace, std::uint32_t a, std::uint32_t b,
                                            bool with_offsets) {
  Cursor first(trace, a);
  Cursor second(trace, b);
  CursorCall of_a;
  CursorCall of_b;
  for (std::uint64_t call = 1;; ++call) {
    const bool more_a = first.next(of_a);
    const bool more_b = second.next(of_b);
    const auto site = [&](const CursorCall& at) {
      return site_text(trace, trace.events[at.event].site);
    };
    const std::string nth = "call " + std::to_string(call) + " of ";
    if (!more_a && !more_b) return std::nullopt;
    if (more_a != more_b)
      return nth + rank_text(more_a ? a : b) + " is " + site(more_a ? of_a : of_b) + ", where " +
             rank_text(more_a ? b : a) + " has ended";
    if (trace.events[of_a.event].site != trace.events[of_b.event].site)
      return nth + rank_text(a) + " is " + site(of_a) + ", that of " + rank_text(b) + " is " +
             site(of_b);
    if (of_a.actions.size() != of_b.actions.size())
      return site(of_a) + " completes " + std::to_string(of_a.actions.size()) + " actions on " +
             rank_text(a) + " and " + std::to_string(of_b.actions.size()) + " on " + rank_text(b);
    for (std::size_t i = 0; i < of_a.actions.size(); ++i) {
      if (of_a.actions[i].kind != of_b.actions[i].kind)
        return site(of_a) + " does other actions on " + rank_text(a) + " than on " + rank_text(b);
      for (const Parameter parameter : parameters_of(of_a.actions[i].kind)) {
        if (parameter == Parameter::Peer || parameter == Parameter::PostedPeer ||
            parameter == Parameter::Target || parameter == Parameter::Comm ||
            (parameter == Parameter::At && !with_offsets))
          continue;
        const std::int64_t value_a = value_of(of_a.actions[i], parameter);
        const std::int64_t value_b = value_of(of_b.actions[i], parameter);
        if (value_a != value_b)
          return site(of_a) + " has " + std::string(parameter_name(parameter)) + " " +
                 std::to_string(value_a) + " on " + rank_text(a) + " and " +
                 std::to_string(value_b) + " on " + rank_text(b);
      }
    }
  }
}

std::string peers_text(const SitePeers& site) {
  std::string out;
  for (std::size_t i = 0; i < site.peers.size() && i < 6; ++i)
    out += (i == 0 ? "" : " ") + std::to_string(site.peers[i].relative);
  return out + (site.peers.size() > 6 ? " ..." : "");
}

// Returns why two ranks are not of one class.
std::string difference(const GridView& view, std::uint32_t a, std::uint32_t b) {
  const Trace& trace = *view.base().trace;
  if (auto found = first_difference(trace, a, b, false)) return *found;
  const std::vector<SitePeers>& sites_a = view.base().behavior[a].sites;
  const std::vector<SitePeers>& sites_b = view.base().behavior[b].sites;
  const std::vector<FormMask> forms = view.common_forms(a, b);
  for (std::size_t i = 0; i < sites_a.size() && i < sites_b.size(); ++i)
    if (forms.empty() || forms[i] == 0)
      return site_text(trace, sites_a[i].site) + " has the partners (relative) " +
             peers_text(sites_a[i]) + " on " + rank_text(a) + " and " + peers_text(sites_b[i]) +
             " on " + rank_text(b) + ", which are equal in no form";
  if (auto found = first_difference(trace, a, b, true))
    return *found + ", which is no multiple of their distance";
  return rank_text(a) + " and " + rank_text(b) + " use other communicators";
}

// Returns the pairs of ranks that would have to be equal and are not: each with the first of its
// class.
std::vector<std::pair<std::uint32_t, std::uint32_t>> unequal(const GridView& view,
                                                             const Places& places) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  for (std::uint32_t c = 0; c < places.classes(); ++c) {
    const std::vector<std::uint32_t> members = view.grid().members(places, c).ranks();
    for (std::size_t i = 1; i < members.size(); ++i) {
      const std::vector<FormMask> forms = view.common_forms(members[0], members[i]);
      if (forms.empty() || std::count(forms.begin(), forms.end(), FormMask{0}) > 0)
        out.emplace_back(members[0], members[i]);
    }
    if (members.empty() || !out.empty()) continue;
    if (const auto pair = not_on_a_line(view.offsets_of(places, c))) out.push_back(*pair);
  }
  return out;
}

// Reports the topology with one border rank per side that comes nearest to explaining the largest
// trace.
Error unexplained(const std::vector<BaseTrace>& bases, std::vector<Views>& views) {
  const auto largest =
      static_cast<std::size_t>(std::max_element(bases.begin(), bases.end(),
                                                [](const BaseTrace& a, const BaseTrace& b) {
                                                  return a.trace->ranks < b.trace->ranks;
                                                }) -
                               bases.begin());
  const GridView* best = nullptr;
  Places best_places;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> fewest;
  for (unsigned dimensions = 1; dimensions <= kMostDimensions; ++dimensions) {
    const Places places{std::vector<Margins>(dimensions, Margins{1, 1})};
    for (const GridView& view : views[largest].of(dimensions)) {
      auto pairs = unequal(view, places);
      if (best != nullptr && (pairs.empty() || pairs.size() >= fewest.size())) continue;
      best = &view;
      best_places = places;
      fewest = std::move(pairs);
    }
  }
  const std::string& name = bases[largest].name;
  if (best == nullptr || fewest.empty())
    return {ErrorCode::Unsupported, "no topology of one to three dimensions fits all traces", name,
            "traces must be of one program, in grids of one kind"};
  const auto [a, b] = fewest.front();
  return {ErrorCode::Unsupported,
          "ranks of a class behave differently: as " + extents_text(best->grid().extents()) +
              " grid, ranks " + std::to_string(a) + " and " + std::to_string(b) + " are both '" +
              best_places.name(best->grid().class_of(best_places, a)) + "', but " +
              difference(*best, a, b),
          name, ""};
}

// Returns the views that explain a trace; of these only those with the fewest communicators
// without a pattern.
std::vector<const GridView*> best_views(const std::vector<GridView>& views, const Places& places) {
  std::vector<const GridView*> out;
  for (const GridView& view : views) {
    const std::uint32_t fewest = out.empty() ? UINT32_MAX : out[0]->families().listed();
    if (view.families().listed() > fewest || !view.is_explained_by(places)) continue;
    if (view.families().listed() < fewest) out.clear();
    out.push_back(&view);
  }
  return out;
}

// Returns whether each grid has its extents in the same order, rising or falling.
bool grow_alike(const std::vector<const GridView*>& views) {
  bool rising = true;
  bool falling = true;
  for (const GridView* const view : views) {
    const auto& size = view->grid().extents().size;
    const auto end = size.begin() + view->grid().extents().dimensions;
    rising = rising && std::is_sorted(size.begin(), end);
    falling = falling && std::is_sorted(size.begin(), end, std::greater<>());
  }
  return rising || falling;
}

// Adds one view of each trace in all combinations, up to a limit.
void combine(const std::vector<std::vector<const GridView*>>& all,
             std::vector<const GridView*>& begun, std::vector<std::vector<const GridView*>>& out) {
  constexpr std::size_t kMost = 256;
  if (begun.size() == all.size()) return out.push_back(begun);
  for (const GridView* const view : all[begun.size()]) {
    if (out.size() >= kMost) return;
    begun.push_back(view);
    combine(all, begun, out);
    begun.pop_back();
  }
}

// In small grids, wide borders explain anything because each rank is a class of its own. So some
// grid must have a middle, and of two ranks if the borders have more than one each.
bool is_tested(const Places& places, const std::vector<Extents>& extents) {
  for (std::size_t d = 0; d < places.dimensions(); ++d) {
    const std::uint32_t borders = places.margins[d].low + places.margins[d].high;
    const std::uint32_t least = borders <= 2 ? borders + 1 : borders + 2;
    if (borders > 0 && std::none_of(extents.begin(), extents.end(),
                                    [&](const Extents& each) { return each.size[d] >= least; }))
      return false;
  }
  return true;
}

}  // namespace

base::Result<std::vector<Topology>> find_topologies(const std::vector<BaseTrace>& bases) {
  constexpr std::size_t kMost = 24;
  std::vector<Views> views;
  views.reserve(bases.size());
  for (const BaseTrace& base : bases) views.emplace_back(base);
  std::vector<Topology> out;
  for (const Places& places : all_places()) {
    // With more dimensions there are more formulas, some of which fit by chance.
    if (!out.empty() && places.dimensions() > out[0].places.dimensions()) continue;
    std::vector<std::vector<const GridView*>> explaining;
    for (Views& of_base : views) {
      explaining.push_back(best_views(of_base.of(places.dimensions()), places));
      if (explaining.back().empty()) break;
    }
    if (explaining.back().empty()) continue;
    std::vector<std::vector<const GridView*>> combinations;
    std::vector<const GridView*> begun;
    combine(explaining, begun, combinations);
    std::stable_partition(combinations.begin(), combinations.end(), grow_alike);
    for (const std::vector<const GridView*>& each : combinations) {
      Topology found{places, {}};
      std::set<std::uint32_t> listed;
      for (const GridView* const view : each) {
        found.extents.push_back(view->grid().extents());
        listed.insert(view->families().listed());
      }
      if (listed.size() == 1 && is_tested(places, found.extents)) out.push_back(std::move(found));
      if (out.size() == kMost) return out;
    }
  }
  if (out.empty()) return unexplained(bases, views);
  return out;
}

}  // namespace tarry::compressed

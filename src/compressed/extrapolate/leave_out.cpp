// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/leave_out.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/counted.h"
#include "compressed/extrapolate/base_trace.h"
#include "compressed/generate/rewrite.h"
#include "compressed/model/action_filter.h"

namespace tarry::compressed {
namespace {

// What the actions of a call begin.
struct Begun {
  std::size_t actions = 0;
  std::uint64_t bytes = 0;
};

Begun begun_by(const std::vector<Action>& actions) {
  Begun out;
  for (const Action& action : actions) {
    if (closes_request(action.kind)) continue;
    ++out.actions;
    out.bytes += static_cast<std::uint64_t>(std::max<std::int64_t>(action.bytes, 0));
  }
  return out;
}

// Cuts the calls of one rank after the other.
class Cutter {
 public:
  Cutter(const Trace& trace, const std::function<RankCut(std::uint32_t)>& cut)
      : by_site_(trace.sites.size()), cut_(cut) {}

  void edit(std::uint32_t rank, std::uint64_t number, Call& call) {
    if (number == 0) {
      now_ = cut_(rank);
      next_ = 0;
      filter_ = {};
    }
    LeftOutCalls& at = by_site_[call.site.index()];
    const bool had_actions = !call.actions.empty();
    const bool kept = number >= now_.calls.size() || !now_.calls[number];
    const Begun before = begun_by(call.actions);
    filter(number, kept, call.actions);
    const Begun after = begun_by(call.actions);
    ++at.calls;
    ++calls;
    at.all_bytes += before.bytes;
    const bool stays = !call.actions.empty() || (!had_actions && kept);
    if (!stays) call.site = SiteId{};
    if (stays && before.actions == after.actions) return;
    ++at.left_out;
    at.bytes += before.bytes - after.bytes;
    if (at.ranks.empty() || at.ranks.back().rank != rank) at.ranks.push_back({rank, 0, 0});
    ++at.ranks.back().calls;
    at.ranks.back().bytes += before.bytes - after.bytes;
  }

  // Sites that look the same, in a function that is called from several places, become one.
  std::vector<LeftOutCalls> take(const Trace& trace) {
    std::vector<LeftOutCalls> out;
    std::map<std::string, std::size_t> known;
    for (std::uint32_t site = 0; site < by_site_.size(); ++site) {
      LeftOutCalls& each = by_site_[site];
      each.call = site_text(trace, SiteId{site});
      const auto [at, is_new] = known.emplace(each.call, out.size());
      if (is_new)
        out.push_back(std::move(each));
      else
        add(each, out[at->second]);
    }
    std::erase_if(out, [](const LeftOutCalls& each) { return each.left_out == 0; });
    return out;
  }

  std::uint64_t calls = 0;

 private:
  static void add(const LeftOutCalls& from, LeftOutCalls& to) {
    to.left_out += from.left_out;
    to.calls += from.calls;
    to.bytes += from.bytes;
    to.all_bytes += from.all_bytes;
    for (const RankLoss& rank : from.ranks) add_rank(rank, to.ranks);
  }

  void filter(std::uint64_t number, bool kept, std::vector<Action>& actions) {
    const std::vector<ActionPlace>& places = now_.actions;
    std::vector<bool> keeps(actions.size(), kept);
    for (; next_ < places.size() && places[next_].call <= number; ++next_)
      if (places[next_].call == number && places[next_].action < keeps.size())
        keeps[places[next_].action] = false;
    filter_.filter_each(actions, [&](std::size_t action) { return keeps[action]; });
  }

  std::vector<LeftOutCalls> by_site_;
  const std::function<RankCut(std::uint32_t)>& cut_;
  RankCut now_;           // of the present rank
  std::size_t next_ = 0;  // among its actions
  ActionFilter filter_;
};

}  // namespace

void add_rank(const RankLoss& loss, std::vector<RankLoss>& ranks) {
  const auto at =
      std::lower_bound(ranks.begin(), ranks.end(), loss.rank,
                       [](const RankLoss& each, std::uint32_t rank) { return each.rank < rank; });
  if (at == ranks.end() || at->rank != loss.rank) {
    ranks.insert(at, loss);
    return;
  }
  at->calls += loss.calls;
  at->bytes += loss.bytes;
}

std::uint64_t lost_calls(const std::vector<LeftOutCalls>& left_out) {
  std::uint64_t sum = 0;
  for (const LeftOutCalls& each : left_out) sum += each.left_out;
  return sum;
}

std::string lack_note(std::uint64_t lost, std::uint64_t calls, std::uint32_t ranks,
                      std::string_view why) {
  return std::to_string(lost) + " of " + base::counted(calls, "call") + " of " +
         base::counted(ranks, "rank") + ", " + std::string(why);
}

void add_note(std::string_view why, FilteredTrace& trace) {
  if (const std::uint64_t lost = lost_calls(trace.left_out); lost > 0)
    trace.trace.notes.push_back(lack_note(lost, trace.calls, trace.trace.ranks, why));
}

base::Result<FilteredTrace> leave_out(const Trace& trace,
                                      const std::function<RankCut(std::uint32_t rank)>& cut) {
  Cutter cutter(trace, cut);
  TRY_ASSIGN(Trace made, rewritten(trace, [&](std::uint32_t rank, std::uint64_t number,
                                              Call& call) { cutter.edit(rank, number, call); }));
  FilteredTrace out{trace, cutter.take(trace), cutter.calls};
  if (lost_calls(out.left_out) == 0) return out;
  if (!trace.statistics.empty()) made.notes.emplace_back(kNoStatistics);
  out.trace = std::move(made);
  return out;
}

}  // namespace tarry::compressed

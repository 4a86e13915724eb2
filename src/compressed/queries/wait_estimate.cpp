// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/queries/wait_estimate.h"

#include <algorithm>
#include <map>
#include <optional>

namespace tarry::compressed {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

// The operation of an event whose calls are all one operation of all members of a communicator.
struct Meeting {
  std::uint32_t communicator = kNone;
  model::CollectiveOp op{};
};

bool is_within(const RankSet& ranks, const RankSet& members) {
  if (ranks == members) return true;
  const std::vector<std::uint32_t> a = ranks.ranks();
  const std::vector<std::uint32_t> b = members.ranks();
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

bool is_apart(const RankSet& ranks, const RankSet& members) {
  const std::vector<std::uint32_t> a = ranks.ranks();
  const std::vector<std::uint32_t> b = members.ranks();
  std::vector<std::uint32_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.empty();
}

class Estimation {
 public:
  Estimation(const Trace& trace, const TraceSummary& summary)
      : trace_(trace), summary_(summary), communicators_(trace) {
    for (std::uint32_t i = 0; i < trace.events.size(); ++i)
      events_of_site_[trace.events[i].site].push_back(i);
    for (std::uint32_t i = 0; i < trace.communicators.size(); ++i)
      members_.push_back(communicators_.members(i));
  }

  WaitEstimate run() {
    out_.not_estimated.assign(trace_.events.size(), 0);
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) estimate(i);
    return std::move(out_);
  }

 private:
  // Returns the ranks of an event by communicator, as far as all their calls are one operation on
  // it.
  std::map<std::uint32_t, RankSet> ranks_by_communicator(std::uint32_t event) const {
    std::map<std::uint32_t, std::vector<std::uint32_t>> ranks;
    for (const ClassSummary& of_class : summary_.events[event].classes) {
      if (!of_class.sole) continue;
      for (const std::uint32_t rank : of_class.ranks.ranks())
        if (const auto found = communicators_.communicator(rank, of_class.sole->comm))
          ranks[*found].push_back(rank);
    }
    std::map<std::uint32_t, RankSet> out;
    for (auto& [communicator, of_it] : ranks) {
      std::sort(of_it.begin(), of_it.end());
      out.emplace(communicator, RankSet::of_sorted(of_it));
    }
    return out;
  }

  // Returns the number of calls that could wait, in ranks that have others to wait for.
  [[nodiscard]] std::uint64_t waiting_calls(std::uint32_t event) const {
    std::uint64_t calls = 0;
    for (const ClassSummary& of_class : summary_.events[event].classes) {
      if (of_class.collectives.full == 0) continue;
      std::uint64_t ranks = of_class.ranks.size();
      if (of_class.sole) {
        ranks = 0;
        for (const std::uint32_t rank : of_class.ranks.ranks())
          if (has_others(communicators_.communicator(rank, of_class.sole->comm))) ++ranks;
      }
      calls += of_class.collectives.full * ranks;
    }
    return calls;
  }
  [[nodiscard]] bool has_others(std::optional<std::uint32_t> communicator) const {
    return communicator && !trace_.communicators[*communicator].is_self &&
           members_[*communicator].size() > 1;
  }

  void estimate(std::uint32_t event) {
    std::uint64_t left = waiting_calls(event);
    if (left == 0) return;
    for (const auto& [communicator, ranks] : ranks_by_communicator(event)) {
      const Communicator& comm = trace_.communicators[communicator];
      if (comm.is_inter || !has_others(communicator) || ranks != members_[communicator]) continue;
      const std::uint64_t done = estimate(event, communicator);
      left -= std::min(left, done);
      out_.estimated += done;
    }
    out_.not_estimated[event] = left;
  }

  // Returns for how many calls, of all members, there are bounds.
  std::uint64_t estimate(std::uint32_t event, std::uint32_t communicator) {
    std::map<SiteId, std::vector<const EventTimes*>> by_predecessor;
    for (const EventTimes& times : trace_.events[event].times)
      if (times.predecessor.valid()) by_predecessor[times.predecessor].push_back(&times);
    std::uint64_t done = 0;
    for (auto& [site, times] : by_predecessor) {
      std::erase_if(
          times, [&](const EventTimes* t) { return is_apart(t->ranks, members_[communicator]); });
      const std::uint64_t calls = calls_of_each(times, members_[communicator]);
      if (calls == 0 || !meets_at(site, communicator)) continue;
      add_bounds(event, site, times, calls);
      done += calls * members_[communicator].size();
    }
    return done;
  }

  // Returns the number of calls each member makes after this predecessor, or 0 if the numbers are
  // not known to be equal.
  static std::uint64_t calls_of_each(const std::vector<const EventTimes*>& times,
                                     const RankSet& members) {
    RankSet all;
    std::uint64_t ranks = 0;
    std::uint64_t calls = 0;
    for (const EventTimes* t : times) {
      const std::uint64_t size = t->ranks.size();
      if (size == 0 || !is_within(t->ranks, members) || t->before.count() % size != 0) return 0;
      if (calls != 0 && t->before.count() / size != calls) return 0;
      calls = t->before.count() / size;
      ranks += size;
      all.unite(t->ranks);
    }
    return all == members && ranks == members.size() ? calls : 0;
  }

  // Returns whether all calls of the members at this place are such an operation of all of them.
  [[nodiscard]] bool meets_at(SiteId site, std::uint32_t communicator) const {
    const auto events = events_of_site_.find(site);
    if (events == events_of_site_.end()) return false;
    for (const std::uint32_t event : events->second)
      for (const ClassSummary& of_class : summary_.events[event].classes) {
        if (is_apart(of_class.ranks, members_[communicator])) continue;
        if (!of_class.sole) return false;
        for (const std::uint32_t rank : of_class.ranks.ranks())
          if (is_member(rank, communicator) &&
              communicators_.communicator(rank, of_class.sole->comm) != communicator)
            return false;
      }
    return true;
  }
  [[nodiscard]] bool is_member(std::uint32_t rank, std::uint32_t communicator) const {
    return members_[communicator].contains(rank);
  }

  void add_bounds(std::uint32_t event, SiteId site, const std::vector<const EventTimes*>& times,
                  std::uint64_t calls) {
    double most = 0;
    std::uint64_t largest = 0;
    const auto of_each = [](const TimeHistogram& histogram, const RankSet& ranks) {
      return static_cast<double>(histogram.sum()) / static_cast<double>(ranks.size());
    };
    for (const EventTimes* t : times) {
      most = std::max(most, of_each(t->before, t->ranks));
      largest = std::max(largest, t->before.largest());
    }
    for (const EventTimes* t : times) {
      const double before = of_each(t->before, t->ranks);
      const double inside = of_each(t->duration, t->ranks);
      const double latest = static_cast<double>(calls) * static_cast<double>(largest);
      out_.bounds.push_back({event, site, op_of(event, t->ranks.lowest()), t->ranks, calls,
                             std::min(most - before, inside), std::min(latest - before, inside)});
    }
  }

  [[nodiscard]] model::CollectiveOp op_of(std::uint32_t event, std::uint32_t rank) const {
    for (const ClassSummary& of_class : summary_.events[event].classes)
      if (of_class.sole && of_class.ranks.contains(rank)) return of_class.sole->op;
    return model::CollectiveOp::Barrier;
  }

  const Trace& trace_;
  const TraceSummary& summary_;
  CommunicatorIndex communicators_;
  std::vector<RankSet> members_;  // by communicator
  std::map<SiteId, std::vector<std::uint32_t>> events_of_site_;
  WaitEstimate out_;
};

}  // namespace

WaitEstimate estimate_waiting(const Trace& trace, const TraceSummary& summary) {
  return Estimation(trace, summary).run();
}

}  // namespace tarry::compressed

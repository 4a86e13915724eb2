// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/late_work_search.h"

#include <algorithm>

#include "diagnosis/evidence/message_parts.h"
#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {
namespace {

using Activity = Timelines::Activity;

Time overlap(Time a_begin, Time a_end, Time b_begin, Time b_end) {
  return std::max(Time{0}, std::min(a_end, b_end) - std::max(a_begin, b_begin));
}

// The waits of a part of the run.
class Search {
 public:
  Search(const Timelines& timelines, const Worker& worker, const std::vector<FrameId>& entries,
         const std::vector<Phase>& phases, Time period, LateWork& to)
      : timelines_(timelines),
        labels_(worker.labels().labels),
        entries_(entries),
        phases_(phases),
        period_(period),
        to_(to) {
    const std::vector<Activity>& all = timelines.activities();
    for (std::uint32_t at = 0; at < all.size(); ++at)
      if (timelines.has_later(at) && works(timelines.pieces()[all[at].last]))
        ends_.push_back({all[at].end, at});
    std::sort(ends_.begin(), ends_.end());
  }

  void run() {
    const std::vector<Activity>& all = timelines_.activities();
    for (std::size_t at = 0; at < all.size(); ++at)
      if (all[at].is_call && all[at].is_sure && timelines_.has_later(at)) explain(all[at]);
  }

 private:
  // Adds late work to a call, divided among the ranks that may have ended the wait.
  struct Account {
    LateWorkOfCall& call;
    std::size_t share;

    void add(FrameId leaf, std::uint32_t number, Time time) {
      if (time > Time{0}) call.work[{leaf, number}] += time / static_cast<Time::rep>(share);
    }
  };

  // Moving data counts as work.
  [[nodiscard]] bool works(const TimelinePiece& piece) const {
    return !entries_[piece.leaf.index()].valid() ||
           is_within(labels_[piece.leaf.index()], Label::Transfer);
  }

  [[nodiscard]] std::uint32_t kind_at(Time time) const {
    auto phase = std::upper_bound(phases_.begin(), phases_.end(), time,
                                  [](Time at, const Phase& one) { return at < one.end; });
    if (phase == phases_.end()) --phase;
    return phase->kind;
  }

  void explain(const Activity& wait) {
    const FrameId call = entries_[timelines_.pieces()[wait.first].leaf.index()];
    const Time middle = wait.begin + (wait.end - wait.begin) / 2;
    LateWorkOfCall& made = to_.calls[{kind_at(middle), call}];
    made.seen += wait.end - wait.begin;
    const std::vector<std::size_t> enders = enders_of(wait, wait.begin, wait.end);
    for (std::uint32_t at = wait.first; at <= wait.last; ++at) {
      const TimelinePiece& piece = timelines_.pieces()[at];
      if (works(piece)) continue;
      for (const std::size_t ender : enders) {
        Account account{made, enders.size()};
        follow(ender, piece.begin, piece.end, 0, account);
      }
    }
  }

  // Returns the activities of other ranks that stop working where the wait ends and that have the
  // most work between `from` and `to`.
  [[nodiscard]] std::vector<std::size_t> enders_of(const Activity& wait, Time from, Time to) const {
    for (int periods = 1; periods <= kEarliestEnder; periods *= 2) {
      std::vector<std::pair<Time, std::size_t>> found;
      Time most{0};
      const Time before = periods * period_;
      const Time behind = std::min(periods, kExitPeriods) * period_;
      for (auto end =
               std::lower_bound(ends_.begin(), ends_.end(), std::pair(wait.end - before, 0U));
           end != ends_.end() && end->first <= wait.end + behind; ++end) {
        const Activity& work = timelines_.activities()[end->second];
        const Time common = overlap(work.begin, work.end, from, to);
        if (work.number == wait.number || common == Time{0}) continue;
        found.emplace_back(common, end->second);
        most = std::max(most, common);
      }
      std::vector<std::size_t> made;
      for (const auto& [common, activity] : found)
        if (common >= kEnder * most) made.push_back(activity);
      if (!made.empty()) return made;
    }
    return {};
  }

  // Adds what the rank of `ender` did from `from` to `to`, going back from where it stopped
  // working.
  void follow(std::size_t ender, Time from, Time to, int depth, Account& account) const {
    const std::vector<Activity>& activities = timelines_.activities();
    const Activity& last = activities[ender];
    // Both ends are known to half a period: the time up to the end of the wait belongs to this
    // work.
    account.add(timelines_.pieces()[last.last].leaf, last.number, to - std::max(last.end, from));
    for (std::size_t at = ender; activities[at].end > from; --at) {
      add_activity(activities[at], from, std::min(to, last.end), depth, account);
      if (!timelines_.has_earlier(at)) return;
    }
  }

  void add_activity(const Activity& activity, Time from, Time to, int depth,
                    Account& account) const {
    std::vector<std::size_t> enders;
    for (std::uint32_t at = activity.first; at <= activity.last; ++at) {
      const TimelinePiece& piece = timelines_.pieces()[at];
      const Time begin = std::max(piece.begin, from);
      const Time end = std::min(piece.end, to);
      if (begin >= end) continue;
      if (works(piece)) {
        account.add(piece.leaf, piece.number, end - begin);
        continue;
      }
      if (!activity.is_sure || depth == kLongestChain) continue;
      if (enders.empty()) enders = enders_of(activity, begin, end);
      if (enders.empty()) return;
      follow(longest(enders, begin, end), begin, end, depth + 1, account);
    }
  }

  [[nodiscard]] std::size_t longest(const std::vector<std::size_t>& enders, Time from,
                                    Time to) const {
    const auto common = [&](std::size_t at) {
      const Activity& work = timelines_.activities()[at];
      return overlap(work.begin, work.end, from, to);
    };
    return *std::max_element(enders.begin(), enders.end(), [&](std::size_t a, std::size_t b) {
      return common(a) != common(b) ? common(a) < common(b) : a > b;
    });
  }

  const Timelines& timelines_;
  const std::vector<Label>& labels_;
  const std::vector<FrameId>& entries_;
  const std::vector<Phase>& phases_;
  Time period_;
  LateWork& to_;
  std::vector<std::pair<Time, std::uint32_t>> ends_;  // ends of work, with the activity
};

}  // namespace

LateWork gather_late_work(const Worker& worker, const RunExtent& run,
                          const std::vector<Phase>& phases, workers::Transport& transport) {
  LateWork made;
  made.ranks = run.ranks > 1 ? run.ranks : run.threads;
  const std::vector<FrameId> entries = entries_of(worker.paths(), worker.labels());
  const auto parts = static_cast<Time::rep>(1 + run.samples / kSamplesAtOnce);
  for (Time::rep part = 0; part < parts; ++part) {
    const auto moment = [&](Time::rep number) {
      return run.begin + (run.end - run.begin) / parts * number;
    };
    const Time end = part + 1 == parts ? run.end : moment(part + 1);
    List<TimelinePiece> pieces{timeline_pieces(worker, moment(part), end)};
    pieces = reduced(transport, std::move(pieces));
    if (transport.rank() != 0) continue;
    const Timelines timelines(std::move(pieces.records), entries);
    Search(timelines, worker, entries, phases, run.period, made).run();
  }
  return made;
}

}  // namespace tarry::diagnosis

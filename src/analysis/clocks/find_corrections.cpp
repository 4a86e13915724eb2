// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/clocks/find_corrections.h"

#include <algorithm>
#include <array>
#include <utility>

#include "analysis/clocks/forward_clock.h"
#include "analysis/clocks/orders.h"
#include "analysis/clocks/smoothed_clock.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

using clocks::TimeMap;
using Point = ForwardClock::Point;

// An event of a process must not be earlier, or not later, than this shift makes it.
struct Bound {
  Rank rank;
  Point point;
};

class CorrectionSearch {
 public:
  CorrectionSearch(const std::vector<ProcessRecords>& processes,
                   const model::Definitions& definitions, const Partition& partition,
                   workers::Transport& transport, model::Anomalies& anomalies)
      : processes_(processes),
        definitions_(definitions),
        partition_(partition),
        transport_(transport),
        anomalies_(anomalies),
        clocks_(processes.size()),
        maps_(partition.processes().size()),
        has_changed_(maps_.size(), true) {}

  base::Result<clocks::Corrections> run() {
    TRY(gather_collectives());
    // The corrections grow until nothing needs a larger one. A process hears of a correction in
    // each round, so that about as many rounds are needed as processes that a correction reaches
    // one after the other.
    const std::size_t most_rounds = std::min(2 * maps_.size() + kRoundsAtLeast, kMostRounds);
    bool is_settled = false;
    for (std::size_t round = 0; round < most_rounds && !is_settled; ++round) {
      std::vector<workers::Bytes> bounds;
      TRY(workers::do_together(transport_, [&] { bounds = lower_bounds(); }));
      TRY_ASSIGN(const bool has_changed, set_forward(transport_.exchange(std::move(bounds))));
      is_settled = !has_changed;
    }
    if (is_settled) return smooth();
    // Messages that are matched wrongly may contradict each other in a circle. Each further round
    // would then move the clocks by the same error again.
    if (transport_.rank() == 0)
      anomalies_.add(
          "clocks that cannot be corrected, as messages contradict each other in a circle");
    return clocks::Corrections();
  }

 private:
  static constexpr std::size_t kRoundsAtLeast = 64;
  static constexpr std::size_t kMostRounds = 1024;

  base::Status gather_collectives() {
    std::vector<workers::Bytes> notices;
    model::Anomalies counted_when_matched;
    TRY(workers::do_together(transport_, [&] {
      notices = member_notices(processes_, definitions_, transport_.size(), counted_when_matched);
      return base::kOk;
    }));
    notices = transport_.exchange(std::move(notices));
    return workers::do_together(transport_, [&] {
      InstanceTable table(notices, definitions_.communicators.size());
      OrderedCollective collective;
      table.for_each_instance([&](std::span<InstanceTable::Entry> entries) {
        if (order(entries, definitions_, collective)) collectives_.push_back(collective);
      });
      return base::kOk;
    });
  }

  // Calls visit(earlier, later) with pairs of events of which the first must not come after the
  // second, by the present maps. Pairs whose processes' maps have not changed are left out.
  template <class Visit>
  void for_each_order(Visit visit) const {
    for_each_message(processes_, [&](const ProcessTime& send, const ProcessTime& receive) {
      if (changed(send.rank) || changed(receive.rank)) visit(send, receive);
    });
    for (const OrderedCollective& collective : collectives_) visit_members(collective, visit);
  }

  // The latest of the members that one needs is enough; the maps decide which one that is.
  template <class Visit>
  void visit_members(const OrderedCollective& collective, Visit visit) const {
    if (std::none_of(collective.members.begin(), collective.members.end(),
                     [&](const OrderedMember& m) { return changed(m.begin.rank); }))
      return;
    if (!collective.in_neighbors.empty()) return visit_neighbors(collective, visit);
    const OrderedMember* latest[2] = {nullptr, nullptr};  // of each group
    const auto take = [&](const OrderedMember& member) {
      if (!member.gives) return;
      const OrderedMember*& known = latest[member.is_remote];
      if (known == nullptr || corrected(member.begin) > corrected(known->begin)) known = &member;
    };
    const auto tell = [&](const OrderedMember& member) {
      if (!member.needs) return;
      const bool group = collective.is_inter ? !member.is_remote : member.is_remote;
      if (latest[group] != nullptr && latest[group] != &member)
        visit(latest[group]->begin, ProcessTime{member.begin.rank, member.end});
    };
    if (!collective.is_prefix)
      for (const OrderedMember& member : collective.members) take(member);
    for (const OrderedMember& member : collective.members) {
      tell(member);
      if (collective.is_prefix) take(member);
    }
  }

  template <class Visit>
  static void visit_neighbors(const OrderedCollective& collective, Visit visit) {
    const auto& members = collective.members;
    for (std::size_t i = 0; i < members.size(); ++i)
      for (const std::uint32_t j : collective.in_neighbors[i])
        if (members[i].needs && members[j].gives)
          visit(members[j].begin, ProcessTime{members[i].begin.rank, members[i].end});
  }

  std::vector<workers::Bytes> lower_bounds() const {
    std::vector<workers::Bytes> bounds(transport_.size());
    for_each_order([&](const ProcessTime& earlier, const ProcessTime& later) {
      const Ticks least = corrected(earlier);
      if (corrected(later) >= least) return;
      add_bound(bounds, {later.rank, {later.time, (least - later.time).count}});
    });
    return bounds;
  }

  // Returns how much the events may be shifted that others follow.
  std::vector<workers::Bytes> upper_bounds(const std::vector<TimeMap>& wanted) const {
    std::vector<workers::Bytes> bounds(transport_.size());
    const auto tell = [&](const ProcessTime& earlier, const ProcessTime& later) {
      const std::size_t process = partition_.process_of(earlier.rank);
      const Ticks most = corrected(later);
      if (wanted[process].apply(earlier.time) > most)
        add_bound(bounds, {earlier.rank, {earlier.time, (most - earlier.time).count}});
    };
    for_each_message(processes_, tell);
    for (const OrderedCollective& collective : collectives_) for_each_limit(collective, tell);
    return bounds;
  }

  // No member that gives may begin after the first end of the others that need it. Its own end
  // moves with its begin, so the two members of each group that end first are known.
  template <class Visit>
  void for_each_limit(const OrderedCollective& collective, Visit visit) const {
    if (!collective.in_neighbors.empty()) return visit_neighbors(collective, visit);
    std::array<std::array<const OrderedMember*, 2>, 2> first{};
    const auto take = [&](const OrderedMember& member) {
      if (!member.needs) return;
      const auto ends_before = [&](const OrderedMember* known) {
        return known == nullptr || corrected_end(member) < corrected_end(*known);
      };
      auto& [earliest, next] = first[member.is_remote];
      if (ends_before(earliest))
        next = std::exchange(earliest, &member);
      else if (ends_before(next))
        next = &member;
    };
    const auto tell = [&](const OrderedMember& member) {
      if (!member.gives) return;
      const auto& [earliest, next] =
          first[collective.is_inter ? !member.is_remote : member.is_remote];
      const OrderedMember* const other = earliest == &member ? next : earliest;
      if (other != nullptr) visit(member.begin, ProcessTime{other->begin.rank, other->end});
    };
    if (!collective.is_prefix)
      for (const OrderedMember& member : collective.members) take(member);
    for (auto member = collective.members.rbegin(); member != collective.members.rend(); ++member) {
      tell(*member);
      if (collective.is_prefix) take(*member);
    }
  }

  // Returns the points of the bounds that arrived, by process of this worker.
  std::vector<std::vector<Point>> by_process(const std::vector<workers::Bytes>& bounds) const {
    std::vector<std::vector<Point>> points(clocks_.size());
    for (const workers::Bytes& message : bounds)
      for (std::size_t i = 0; i < workers::record_count<Bound>(message); ++i) {
        const auto bound = workers::record_at<Bound>(message, i);
        points[partition_.place_of(bound.rank)].push_back(bound.point);
      }
    return points;
  }

  // Returns whether the clock of any process has changed.
  base::Result<bool> set_forward(const std::vector<workers::Bytes>& bounds) {
    std::vector<std::uint32_t> moved;
    TRY(workers::do_together(transport_, [&] {
      const std::vector<std::vector<Point>> points = by_process(bounds);
      for (std::size_t p = 0; p < clocks_.size(); ++p)
        if (!points[p].empty() && clocks_[p].raise(points[p]))
          moved.push_back(static_cast<std::uint32_t>(p));
      has_changed_.assign(maps_.size(), false);
    }));
    return share_maps(moved, [&](std::size_t p) { return clocks_[p].map(); });
  }

  base::Result<clocks::Corrections> smooth() {
    std::vector<std::uint32_t> all;
    for (std::size_t p = 0; p < clocks_.size(); ++p)
      if (!clocks_[p].points().empty()) all.push_back(static_cast<std::uint32_t>(p));
    std::vector<TimeMap> forward = maps_;
    TRY(share_maps(all, [&](std::size_t p) { return smoothed(clocks_[p], {}); }));
    const std::vector<TimeMap> wanted = std::exchange(maps_, std::move(forward));

    std::vector<workers::Bytes> bounds;
    TRY(workers::do_together(transport_, [&] { bounds = upper_bounds(wanted); }));
    bounds = transport_.exchange(std::move(bounds));
    std::vector<std::vector<Point>> limits;
    TRY(workers::do_together(transport_, [&] { limits = by_process(bounds); }));
    TRY(share_maps(all, [&](std::size_t p) { return smoothed(clocks_[p], limits[p]); }));

    clocks::Corrections corrections;
    for (std::size_t p = 0; p < maps_.size(); ++p) {
      const Partition::Process& process = partition_.processes()[p];
      if (!maps_[p].is_identity())
        corrections.processes.push_back(
            {process.first_location, process.locations, std::move(maps_[p])});
    }
    return corrections;
  }

  // All workers take the maps of some processes of this one. Returns whether there is any.
  template <class MapOf>
  base::Result<bool> share_maps(const std::vector<std::uint32_t>& places, MapOf map_of) {
    workers::Bytes own;
    TRY(workers::do_together(transport_, [&] {
      for (const std::uint32_t place : places) {
        const TimeMap map = map_of(place);
        workers::append(own, processes_[place].rank);
        workers::append(own, std::uint64_t{map.segments().size()});
        workers::append_all(own, std::span(map.segments()));
      }
    }));
    const std::vector<workers::Bytes> arrived = transport_.all_gather(own);
    bool any = false;
    TRY(workers::do_together(transport_, [&] {
      for (const workers::Bytes& message : arrived)
        for (workers::MessageReader reader(message); !reader.at_end();) {
          const std::size_t process = partition_.process_of(reader.take<Rank>());
          std::vector<TimeMap::Segment> segments(reader.take<std::uint64_t>());
          reader.take_all(std::span(segments));
          maps_[process] = TimeMap(std::move(segments));
          has_changed_[process] = true;
          any = true;
        }
    }));
    return any;
  }

  void add_bound(std::vector<workers::Bytes>& bounds, const Bound& bound) const {
    workers::append(bounds[partition_.worker_of(bound.rank)], bound);
  }

  [[nodiscard]] bool changed(Rank rank) const { return has_changed_[partition_.process_of(rank)]; }
  [[nodiscard]] Ticks corrected(const ProcessTime& event) const {
    return maps_[partition_.process_of(event.rank)].apply(event.time);
  }
  [[nodiscard]] Ticks corrected_end(const OrderedMember& member) const {
    return corrected({member.begin.rank, member.end});
  }

  const std::vector<ProcessRecords>& processes_;
  const model::Definitions& definitions_;
  const Partition& partition_;
  workers::Transport& transport_;
  model::Anomalies& anomalies_;
  std::vector<OrderedCollective> collectives_;
  std::vector<ForwardClock> clocks_;  // of this worker's processes
  std::vector<TimeMap> maps_;         // of all processes
  std::vector<bool> has_changed_;     // in the last round, by process
};

}  // namespace

base::Result<clocks::Corrections> find_corrections(const std::vector<ProcessRecords>& processes,
                                                   const model::Definitions& definitions,
                                                   const Partition& partition,
                                                   workers::Transport& transport,
                                                   model::Anomalies& anomalies) {
  return CorrectionSearch(processes, definitions, partition, transport, anomalies).run();
}

}  // namespace tarry::analysis

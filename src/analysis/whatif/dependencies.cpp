// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/dependencies.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "analysis/parallel/agree.h"
#include "analysis/replay/team_roots.h"

namespace tarry::analysis {
namespace {

using Kind = Link::Kind;
using model::MpiCall;

constexpr Ticks kBefore{std::numeric_limits<std::int64_t>::min()};  // any time

// Messages up to some size end on their own, larger ones only when the receive is posted. Which is
// which is seen where sender and receiver came far enough apart.
struct Handshake {
  std::uint64_t largest_eager = 0;
  std::uint64_t smallest_synchronous = std::numeric_limits<std::uint64_t>::max();

  void add(const Handshake& other) {
    largest_eager = std::max(largest_eager, other.largest_eager);
    smallest_synchronous = std::min(smallest_synchronous, other.smallest_synchronous);
  }
  [[nodiscard]] bool is_synchronous(std::uint64_t bytes) const {
    return bytes > largest_eager && bytes >= smallest_synchronous;
  }
};

enum class Ends : std::uint8_t { Unknown, OnItsOwn, WithTheReceive };

const Instance& completion_of(const ProcessRecords& process, const SendRecord& send) {
  return process.locations[send.completion_location].instances[send.completion];
}

Ends how_ends(const ProcessRecords& process, const LocationRecords& location,
              const SendRecord& send) {
  if (location.instances[send.instance].call == MpiCall::Ssend) return Ends::WithTheReceive;
  if (send.late_receiver == kNoIndex) return Ends::Unknown;
  const Ticks posted = location.late_receivers[send.late_receiver].posted;
  const Instance& completion = completion_of(process, send);
  if (posted >= completion.leave) return Ends::OnItsOwn;
  return posted > completion.enter ? Ends::WithTheReceive : Ends::Unknown;
}

Handshake seen_in(const std::vector<ProcessRecords>& processes) {
  Handshake seen;
  for (const ProcessRecords& process : processes)
    for (const LocationRecords& location : process.locations)
      for (const SendRecord& send : location.sends) {
        if (send.cancelled || send.completion == kNoIndex || send.late_receiver == kNoIndex)
          continue;
        const Ends ends = how_ends(process, location, send);
        if (ends == Ends::OnItsOwn) seen.add({send.bytes, seen.smallest_synchronous});
        if (ends == Ends::WithTheReceive &&
            location.instances[send.instance].call != MpiCall::Ssend)
          seen.add({seen.largest_eager, send.bytes});
      }
  return seen;
}

// Something that a step gives or needs.
struct Item {
  std::uint32_t slot;
  bool is_need;
  Link link;
  Ticks ready = kBefore;  // of a need, if it may have come after the step before
};

// The steps of one location while they are collected. A slot is a moment that may be one: enter
// and leave of each instance, and others.
class SlotTable {
 public:
  explicit SlotTable(const LocationRecords& records) : records_(&records) {
    times_.reserve(2 * records.instances.size());
    for (const Instance& instance : records.instances) {
      times_.push_back(instance.enter);
      times_.push_back(instance.leave);
    }
  }

  static std::uint32_t enter(std::uint32_t instance) { return 2 * instance; }
  static std::uint32_t leave(std::uint32_t instance) { return 2 * instance + 1; }
  std::uint32_t add_moment(Ticks time) {
    times_.push_back(time);
    return static_cast<std::uint32_t>(times_.size() - 1);
  }
  [[nodiscard]] Ticks time(std::uint32_t slot) const { return times_[slot]; }
  [[nodiscard]] const Instance& instance(std::uint32_t slot) const {
    return records_->instances[slot / 2];
  }

  // The operation begins later than its region.
  void move(std::uint32_t slot, Ticks time) { times_[slot] = std::max(times_[slot], time); }
  void meets_everybody(std::uint32_t slot) { everybody_.push_back(slot); }

  void give(std::uint32_t slot, const Link& link) { items_.push_back({slot, false, link}); }
  // What came after the step is not waited for: clocks that differ.
  void need(std::uint32_t slot, const Link& link, Ticks ready = kBefore) {
    if (ready <= times_[slot]) items_.push_back({slot, true, link, ready});
  }

  void write(StepLog& log) {
    if (records_->events == 0) return;
    index_items();
    std::sort(everybody_.begin(), everybody_.end());
    Ticks before = records_->first;
    std::uint32_t sections = 0;
    Step step;
    for (const std::uint32_t slot : in_order()) {
      step = Step();
      Ticks ready = before;
      for (std::uint32_t i = first_[slot]; i < first_[slot + 1]; ++i) {
        const Item& item = items_[by_slot_[i]];
        (item.is_need ? step.needs : step.gives).push_back(item.link);
        if (item.is_need) ready = std::max(ready, item.ready);
      }
      const Ticks time = std::max(times_[slot], before);
      step.advance = time - ready;
      describe(slot, step, sections);
      log.add(step);
      before = time;
    }
    step = Step();
    step.advance = base::positive_part(records_->last - before);
    log.add(step);
  }

 private:
  [[nodiscard]] bool is_of_instance(std::uint32_t slot) const {
    return slot < 2 * records_->instances.size();
  }

  // Those of MPI calls, those that give or need something, and where activities are divided.
  [[nodiscard]] bool is_step(std::uint32_t slot) const {
    if (first_[slot] != first_[slot + 1] || !is_of_instance(slot)) return true;
    const Instance& it = instance(slot);
    return it.call != MpiCall::NotMpi || (slot % 2 == 0 && it.enter == it.leave);
  }

  void index_items() {
    first_.assign(times_.size() + 1, 0);
    for (const Item& item : items_) ++first_[item.slot + 1];
    for (std::size_t slot = 1; slot < first_.size(); ++slot) first_[slot] += first_[slot - 1];
    by_slot_.resize(items_.size());
    std::pmr::vector<std::uint32_t> next(first_);
    for (std::uint32_t i = 0; i < items_.size(); ++i) by_slot_[next[items_[i].slot]++] = i;
  }

  [[nodiscard]] std::pmr::vector<std::uint32_t> in_order() const {
    std::pmr::vector<std::uint32_t> slots;
    slots.reserve(times_.size());
    for (std::uint32_t slot = 0; slot < times_.size(); ++slot)
      if (is_step(slot)) slots.push_back(slot);
    const auto is_before = [&](std::uint32_t a, std::uint32_t b) { return times_[a] < times_[b]; };
    if (!std::is_sorted(slots.begin(), slots.end(), is_before))
      std::stable_sort(slots.begin(), slots.end(), is_before);
    return slots;
  }

  void describe(std::uint32_t slot, Step& step, std::uint32_t& sections) const {
    if (!is_of_instance(slot)) {
      step.may_wait = !step.needs.empty();
      return;
    }
    const Instance& it = instance(slot);
    if (slot % 2 == 0) {
      step.with_everybody = std::binary_search(everybody_.begin(), everybody_.end(), slot);
      if (it.cut == kNoIndex || it.cut <= sections) return;
      step.sections = it.cut - sections;
      sections = it.cut;
      return;
    }
    step.is_mpi = it.call != MpiCall::NotMpi;
    step.callpath = it.callpath;
    step.may_wait = !step.needs.empty() && !model::never_waits(it.call);
  }

  const LocationRecords* records_;
  std::pmr::vector<Ticks> times_;  // by slot
  std::pmr::vector<Item> items_;
  std::vector<std::uint32_t> everybody_;     // slots
  std::pmr::vector<std::uint32_t> first_;    // by slot: where its items begin
  std::pmr::vector<std::uint32_t> by_slot_;  // items
};

class ProcessDependencies {
 public:
  ProcessDependencies(const ProcessRecords& process, const Handshake& handshake,
                      const model::Definitions& definitions, const Partition& partition)
      : process_(process), handshake_(handshake), definitions_(definitions), partition_(partition) {
    for (const LocationRecords& location : process.locations) slots_.emplace_back(location);
  }

  void whole_run(const InitAndFinalizeWaits& waits) {
    meet(&LocationRecords::init, waits.init, 0);
    meet(&LocationRecords::finalize, waits.finalize, 1);
  }

  void run(std::vector<LocationSteps>& out) {
    std::vector<LocationSteps> steps(process_.locations.size());
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l) {
      const LocationRecords& records = process_.locations[l];
      steps[l].location = model::LocationIndex{global(l)};
      steps[l].begin = records.first;
      steps[l].end = records.last;
      steps[l].sends = static_cast<std::uint32_t>(records.sends.size());
      sends(l, steps[l]);
      receives(l);
      collectives(l);
    }
    teams();
    barriers();
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l) {
      slots_[l].write(steps[l].log);
      out.push_back(std::move(steps[l]));
    }
  }

 private:
  [[nodiscard]] std::uint32_t global(std::uint32_t l) const {
    return process_.first_location.value + l;
  }

  void sends(std::uint32_t l, LocationSteps& steps) {
    const LocationRecords& records = process_.locations[l];
    steps.wants_post.assign(records.sends.size(), false);
    for (std::uint32_t s = 0; s < records.sends.size(); ++s) {
      const SendRecord& send = records.sends[s];
      if (send.cancelled) continue;
      const std::uint64_t key = link_key(global(l), s);
      slots_[l].give(SlotTable::enter(send.instance), {Kind::Message, key});
      if (send.completion == kNoIndex) continue;
      const Ends ends = how_ends(process_, records, send);
      if (ends == Ends::OnItsOwn ||
          (ends == Ends::Unknown && !handshake_.is_synchronous(send.bytes)))
        continue;
      const Ticks posted = send.late_receiver == kNoIndex
                               ? kBefore
                               : records.late_receivers[send.late_receiver].posted;
      if (posted > completion_of(process_, send).leave) continue;
      steps.wants_post[s] = true;
      slots_[send.completion_location].need(SlotTable::leave(send.completion), {Kind::Post, key},
                                            posted);
    }
  }

  void receives(std::uint32_t l) {
    for (const PostedReceive& posted : process_.locations[l].posted) {
      if (posted.receive == kNoIndex) continue;
      const LocationRecords& receiver = process_.locations[posted.receive_location];
      const ReceiveRecord& receive = receiver.receives[posted.receive];
      if (!receive.matched) continue;
      const Partition::Process& source = process_of(receive.source);
      const std::uint64_t key =
          link_key(source.first_location + receive.send.location, receive.send.index);
      const Ticks sent = receive.late_sender == kNoIndex
                             ? kBefore
                             : receiver.late_senders[receive.late_sender].enter;
      const Instance& holder = receiver.instances[receive.instance];
      const bool is_here = posted.receive_location == l && posted.instance == receive.instance &&
                           holder.call != MpiCall::NotMpi && sent <= holder.leave;
      if (!is_here) slots_[l].give(SlotTable::enter(posted.instance), {Kind::Post, key});
      slots_[posted.receive_location].need(SlotTable::leave(receive.instance),
                                           {is_here ? Kind::PostedHere : Kind::Message, key}, sent);
    }
  }

  [[nodiscard]] const Partition::Process& process_of(Rank rank) const {
    const std::size_t worker = partition_.worker_of(rank);
    return partition_.processes()[partition_.begin(worker) + partition_.place_of(rank)];
  }

  void collectives(std::uint32_t l) {
    for (const CollectiveRecord& record : process_.locations[l].collectives) {
      const CollectiveDependency& on = record.dependency;
      const auto key = [&](bool remote) {
        return (std::uint64_t{record.comm.value} << 32 | on.sequence) << 1 | std::uint64_t{remote};
      };
      const Sibling at = record.instance_location;
      if (on.gives) {
        const std::uint32_t begins = record.nonblocking ? record.initiating : record.instance;
        if (begins == kNoIndex) continue;
        const std::uint32_t slot = SlotTable::enter(begins);
        SlotTable& slots = slots_[record.nonblocking ? l : at];
        if (!record.nonblocking) slots.move(slot, record.begin);
        slots.give(slot, {Kind::Collective, key(on.gives_remote)});
      }
      const Instance& holder = process_.locations[at].instances[record.instance];
      const std::uint32_t end = SlotTable::leave(record.instance);
      // When others came to what a test completes, nobody has found out.
      if (on.is_needing && !(record.nonblocking && model::never_waits(holder.call))) {
        const Ticks from = record.nonblocking ? holder.enter : record.begin;
        if (!record.nonblocking) slots_[at].move(SlotTable::enter(record.instance), record.begin);
        slots_[at].need(end, {Kind::Collective, key(on.needs_remote), on.arrivals, on.needs},
                        from + record.wait);
      }
      if (record.with_all_members && !record.nonblocking && is_everybody(record.comm))
        slots_[at].meets_everybody(SlotTable::enter(record.instance));
    }
  }

  [[nodiscard]] bool is_everybody(CommId comm) const {
    return definitions_.communicators[comm.index()].members.size() == partition_.processes().size();
  }

  // All processes meet; of several threads that called it, the first to leave it counts.
  void meet(std::uint32_t LocationRecords::*which, const WholeRunMeeting& meeting,
            std::uint64_t key) {
    if (meeting.members < 2) return;
    std::uint32_t first = kNoIndex;
    const auto instance = [&](std::uint32_t l) -> const Instance& {
      return process_.locations[l].instances[process_.locations[l].*which];
    };
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l)
      if (process_.locations[l].*which != kNoIndex &&
          (first == kNoIndex || instance(l).leave < instance(first).leave))
        first = l;
    if (first == kNoIndex) return;
    const std::uint32_t index = process_.locations[first].*which;
    slots_[first].give(SlotTable::enter(index), {Kind::WholeRun, key});
    slots_[first].need(SlotTable::leave(index),
                       {Kind::WholeRun, key, meeting.members, meeting.members}, meeting.last_begin);
  }

  void teams() {
    struct Begin {
      std::uint32_t location;
      const TeamMember* member;
    };
    std::map<TeamInstance, std::vector<Begin>> teams;
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l)
      for (const TeamMember& member : process_.locations[l].members)
        teams[{member.team, member.instance}].push_back({l, &member});
    for (const auto& [instance, members] : teams) {
      const auto forker = std::find_if(members.begin(), members.end(), [](const Begin& begin) {
        return begin.member->fork != kNoIndex;
      });
      if (forker == members.end()) continue;
      const std::uint32_t fork = forker->member->fork;
      const Ticks forked = process_.locations[forker->location].forks[fork].time;
      const auto is_forked = [&](const Begin& begin) {
        return begin.location != forker->location && begin.member->has_region &&
               begin.member->enter >= forked;
      };
      const auto needs =
          static_cast<std::uint32_t>(std::count_if(members.begin(), members.end(), is_forked));
      if (needs == 0) continue;
      const std::uint64_t key = link_key(global(forker->location), fork);
      SlotTable& slots = slots_[forker->location];
      slots.give(slots.add_moment(forked), {Kind::Fork, key});
      for (const Begin& begin : members)
        if (is_forked(begin))
          slots_[begin.location].need(SlotTable::enter(begin.member->region),
                                      {Kind::Fork, key, 1, needs}, forked);
    }
  }

  void barriers() {
    std::map<std::pair<Sibling, std::uint32_t>, std::uint32_t> members;  // by who came last
    for (const LocationRecords& records : process_.locations)
      for (const BarrierRecord& barrier : records.barriers)
        if (barrier.together) ++members[{barrier.latest.location, barrier.latest.index}];
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l)
      for (const BarrierRecord& barrier : process_.locations[l].barriers) {
        if (!barrier.together) continue;
        const LocationRecords& last = process_.locations[barrier.latest.location];
        const std::uint64_t key = link_key(global(barrier.latest.location), barrier.latest.index);
        const std::uint32_t all = members[{barrier.latest.location, barrier.latest.index}];
        slots_[l].give(SlotTable::enter(barrier.instance), {Kind::Barrier, key});
        slots_[l].need(SlotTable::leave(barrier.instance), {Kind::Barrier, key, all, all},
                       last.instances[last.barriers[barrier.latest.index].instance].enter);
      }
  }

  const ProcessRecords& process_;
  const Handshake& handshake_;
  const model::Definitions& definitions_;
  const Partition& partition_;
  std::vector<SlotTable> slots_;  // by location
};

}  // namespace

base::Status find_dependencies(const std::vector<ProcessRecords>& processes,
                               const InitAndFinalizeWaits& whole_run,
                               const model::Definitions& definitions, const Partition& partition,
                               Transport& transport, std::vector<LocationSteps>& out) {
  Bytes own;
  TRY(do_together(transport, [&] {
    append(own, seen_in(processes));
    return base::kOk;
  }));
  Handshake handshake;
  for (const Bytes& seen : transport.all_gather(own)) handshake.add(record_at<Handshake>(seen, 0));
  return do_together(transport, [&] {
    for (const ProcessRecords& process : processes) {
      ProcessDependencies dependencies(process, handshake, definitions, partition);
      dependencies.whole_run(whole_run);
      dependencies.run(out);
    }
    return base::kOk;
  });
}

}  // namespace tarry::analysis

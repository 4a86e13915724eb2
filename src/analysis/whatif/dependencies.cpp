// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/dependencies.h"

#include <algorithm>

#include "analysis/whatif/handshake.h"
#include "analysis/whatif/rma_dependencies.h"
#include "analysis/whatif/slot_table.h"
#include "analysis/whatif/thread_dependencies.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

using LinkKind = Link::Kind;
using model::MpiCall;

// The message that a call of another process needs the begin of a call of a process of this worker.
struct AwaitedHere {
  std::uint32_t process;  // its place
  RecordRef record;
  Ticks time;
  std::uint64_t key;
  AwaitedEvent::Of of;
};

std::uint64_t key_of_event(const ProcessRecords& process, std::size_t location, std::size_t event) {
  return link_key(process.first_location.value + static_cast<std::uint32_t>(location),
                  static_cast<std::uint32_t>(event));
}

std::vector<workers::Bytes> tell_of_awaited(const std::vector<ProcessRecords>& processes,
                                            const Partition& partition, std::size_t workers) {
  std::vector<workers::Bytes> outgoing(workers);
  for (const ProcessRecords& process : processes)
    for (std::size_t l = 0; l < process.locations.size(); ++l) {
      const auto& events = process.locations[l].awaited_events;
      for (std::size_t e = 0; e < events.size(); ++e)
        workers::append(outgoing[partition.worker_of(events[e].rank)],
                        AwaitedHere{partition.place_of(events[e].rank), events[e].record,
                                    events[e].time, key_of_event(process, l, e), events[e].of});
    }
  return outgoing;
}

// Returns them ordered by process.
std::pmr::vector<AwaitedHere> hear_of_awaited(const std::vector<workers::Bytes>& messages) {
  std::pmr::vector<AwaitedHere> all;
  for (const workers::Bytes& message : messages)
    for (std::size_t i = 0; i < workers::record_count<AwaitedHere>(message); ++i)
      all.push_back(workers::record_at<AwaitedHere>(message, i));
  std::stable_sort(all.begin(), all.end(), [](const AwaitedHere& a, const AwaitedHere& b) {
    return a.process < b.process;
  });
  return all;
}

class ProcessDependencies {
 public:
  // `slots` are used for the process' locations; their memory is reused.
  ProcessDependencies(const ProcessRecords& process, const Handshake& handshake,
                      const model::Definitions& definitions, const Partition& partition,
                      std::vector<SlotTable>& slots)
      : process_(process),
        handshake_(handshake),
        definitions_(definitions),
        partition_(partition),
        slots_(slots) {
    slots_.resize(process.locations.size());
    for (std::size_t l = 0; l < slots_.size(); ++l) slots_[l].begin(process.locations[l]);
  }

  void whole_run(const InitAndFinalizeWaits& waits) {
    meet(&LocationRecords::init, waits.init, 0);
    meet(&LocationRecords::finalize, waits.finalize, 1);
  }

  void awaited(std::span<const AwaitedHere> events) {
    for (const AwaitedHere& event : events) {
      const RecordRef call = call_of(process_, event.record, event.of);
      const std::uint32_t slot = SlotTable::enter(call.index);
      slots_[call.location].move(slot, event.time);
      slots_[call.location].give(slot, {LinkKind::Progress, event.key});
    }
  }

  void run(std::vector<LocationSteps>& out) {
    std::vector<LocationSteps> steps(process_.locations.size());
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l) {
      const LocationRecords& records = process_.locations[l];
      steps[l].location = model::LocationIndex{global(l)};
      steps[l].end = records.last;
      steps[l].sends = static_cast<std::uint32_t>(records.sends.size());
      steps[l].from_any_source = static_cast<std::uint32_t>(
          std::count_if(records.receives.begin(), records.receives.end(),
                        [](const ReceiveRecord& receive) { return receive.from_any_source; }));
      sends(l, steps[l]);
      receives(l);
      collectives(l);
      neighbors(l);
      awaited_elsewhere(l);
    }
    add_rma_dependencies(process_, definitions_, partition_, slots_);
    add_thread_dependencies(process_, slots_);
    for (std::uint32_t l = 0; l < process_.locations.size(); ++l) {
      steps[l].begin = slots_[l].write(steps[l].log);
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
      if (send.cancelled || definitions_.communicators[send.comm.index()].has_one_member())
        continue;
      const std::uint64_t key = link_key(global(l), s);
      slots_[l].give(SlotTable::enter(send.instance), {LinkKind::Message, key});
      if (send.completion == kNoIndex) continue;
      if (!waits_for_receive(process_, records, send, handshake_)) continue;
      const Ticks posted = send.late_receiver == kNoIndex
                               ? kBefore
                               : records.late_receivers[send.late_receiver].posted;
      if (posted > completion_of(process_, send).leave) continue;
      steps.wants_post[s] = true;
      slots_[send.completion_location].need(SlotTable::leave(send.completion),
                                            {LinkKind::Post, key}, posted);
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
      SlotTable& slots = slots_[posted.receive_location];
      if (const PollRecord* const poll = receiver.poll_before(receive.instance);
          poll != nullptr && poll->begin < sent && sent <= holder.enter) {
        // With an earlier message it would have polled less often and found the message as soon
        // after it was sent.
        slots.add_before(SlotTable::enter(receive.instance), poll->begin);
        slots_[l].give(SlotTable::enter(posted.instance), {LinkKind::Post, key});
        slots.need(SlotTable::enter(receive.instance), message(LinkKind::Message, key, receive),
                   sent);
        continue;
      }
      if (!is_here) slots_[l].give(SlotTable::enter(posted.instance), {LinkKind::Post, key});
      slots.need(SlotTable::leave(receive.instance),
                 message(is_here ? LinkKind::PostedHere : LinkKind::Message, key, receive), sent);
    }
  }

  static Link message(LinkKind kind, std::uint64_t key, const ReceiveRecord& receive) {
    Link link{kind, key};
    link.from_any_source = receive.from_any_source;
    return link;
  }

  [[nodiscard]] const Partition::Process& process_of(Rank rank) const {
    const std::size_t worker = partition_.worker_of(rank);
    return partition_.processes()[partition_.begin(worker) + partition_.place_of(rank)];
  }

  void collectives(std::uint32_t l) {
    const auto& all = process_.locations[l].collectives;
    for (std::uint32_t c = 0; c < all.size(); ++c) {
      const CollectiveRecord& record = all[c];
      if (!record.completed) continue;
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
        if (model::is_neighborhood_op(record.op))
          slots.give(slot, {LinkKind::Neighbor, link_key(global(l), c)});
        else
          slots.give(slot, {LinkKind::Collective, key(on.gives_remote)});
      }
      const Instance& holder = process_.locations[at].instances[record.instance];
      const std::uint32_t end = SlotTable::leave(record.instance);
      // A call that only tests does not show when others came to what it completes.
      if (on.is_needing && !(record.nonblocking && model::never_waits(holder.call))) {
        const Ticks from = record.nonblocking ? holder.enter : record.begin;
        if (!record.nonblocking) slots_[at].move(SlotTable::enter(record.instance), record.begin);
        slots_[at].need(end, {LinkKind::Collective, key(on.needs_remote), on.arrivals, on.needs},
                        from + record.wait);
      }
      if (record.meeting == kAllMembers && !record.nonblocking && is_everybody(record.comm))
        slots_[at].meets_everybody(SlotTable::enter(record.instance));
    }
  }

  // The end of a neighborhood operation needs the begin of those of the neighbors.
  void neighbors(std::uint32_t l) {
    const LocationRecords& records = process_.locations[l];
    for (const NeighborNeed& need : records.neighbor_needs) {
      const CollectiveRecord& record = records.collectives[need.collective];
      const Sibling at = record.instance_location;
      if (record.nonblocking &&
          model::never_waits(process_.locations[at].instances[record.instance].call))
        continue;
      if (!record.nonblocking) slots_[at].move(SlotTable::enter(record.instance), record.begin);
      const std::uint64_t key =
          link_key(process_of(need.rank).first_location + need.record.location, need.record.index);
      slots_[at].need(SlotTable::leave(record.instance), {LinkKind::Neighbor, key, 1, need.needs},
                      need.ready);
    }
  }

  void awaited_elsewhere(std::uint32_t l) {
    const auto& events = process_.locations[l].awaited_events;
    for (std::size_t e = 0; e < events.size(); ++e)
      slots_[l].need(SlotTable::leave(events[e].instance),
                     {LinkKind::Progress, key_of_event(process_, l, e), 1, 1}, events[e].time);
  }

  [[nodiscard]] bool is_everybody(CommId comm) const {
    return definitions_.communicators[comm.index()].members.size() == partition_.processes().size();
  }

  // All processes meet. If several threads called it, the first to leave it counts.
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
    slots_[first].give(SlotTable::enter(index), {LinkKind::WholeRun, key});
    slots_[first].need(SlotTable::leave(index),
                       {LinkKind::WholeRun, key, meeting.members, meeting.members},
                       meeting.last_begin);
  }

  const ProcessRecords& process_;
  const Handshake& handshake_;
  const model::Definitions& definitions_;
  const Partition& partition_;
  std::vector<SlotTable>& slots_;  // by location
};

}  // namespace

base::Status find_dependencies(const std::vector<ProcessRecords>& processes,
                               const InitAndFinalizeWaits& whole_run,
                               const model::Definitions& definitions, const Partition& partition,
                               workers::Transport& transport, std::vector<LocationSteps>& out) {
  workers::Bytes own;
  TRY(workers::do_together(transport, [&] {
    workers::append(own, seen_in(processes));
    return base::kOk;
  }));
  Handshake handshake;
  for (const workers::Bytes& seen : transport.all_gather(own))
    handshake.add(workers::record_at<Handshake>(seen, 0));
  std::vector<workers::Bytes> awaited;
  TRY(workers::do_together(
      transport, [&] { awaited = tell_of_awaited(processes, partition, transport.size()); }));
  awaited = transport.exchange(std::move(awaited));
  return workers::do_together(transport, [&] {
    const std::pmr::vector<AwaitedHere> events = hear_of_awaited(awaited);
    std::vector<SlotTable> slots;
    auto first = events.begin();
    for (std::uint32_t p = 0; p < processes.size(); ++p) {
      ProcessDependencies dependencies(processes[p], handshake, definitions, partition, slots);
      const auto end =
          std::find_if(first, events.end(), [&](const auto& event) { return event.process != p; });
      dependencies.awaited(std::span(first, end));
      first = end;
      dependencies.whole_run(whole_run);
      dependencies.run(out);
    }
    return base::kOk;
  });
}

}  // namespace tarry::analysis

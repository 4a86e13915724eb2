// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/find_rma_progress.h"

#include <algorithm>
#include <map>

#include "analysis/match/awaited_waits.h"
#include "analysis/match/completed_messages.h"
#include "analysis/match/presence.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

// A call of an origin, by process, location and instance.
struct LockCall {
  std::uint32_t process;  // place on this worker
  Sibling location;
  std::uint32_t instance;

  friend auto operator<=>(const LockCall&, const LockCall&) = default;
};

struct AskedTarget {
  LockCall call;
  Rank target;
};

// The wait for the target that entered MPI last.
struct TargetWait {
  Ticks amount;
  AwaitedEvent event;
};

class TargetSearch {
 public:
  TargetSearch(std::vector<ProcessRecords>& processes, const model::Definitions& definitions,
               const Partition& partition, workers::Transport& transport)
      : processes_(processes),
        definitions_(definitions),
        partition_(partition),
        transport_(transport),
        asked_(transport.size()) {}

  base::Status run() {
    std::vector<workers::Bytes> messages(transport_.size());
    TRY(workers::do_together(transport_, [&] {
      for (std::uint32_t p = 0; p < processes_.size(); ++p)
        for (std::size_t l = 0; l < processes_[p].locations.size(); ++l)
          ask(p, static_cast<Sibling>(l), messages);
    }));
    messages = transport_.exchange(std::move(messages));
    TRY(workers::do_together(transport_,
                             [&] { messages = answer(messages, processes_, &Presence::first); }));
    messages = transport_.exchange(std::move(messages));
    return workers::do_together(transport_, [&] {
      for (std::size_t worker = 0; worker < messages.size(); ++worker)
        for (std::size_t a = 0; a < asked_[worker].size(); ++a)
          hear(asked_[worker][a], workers::record_at<PresenceAnswer>(messages[worker], a));
      for (const auto& [call, wait] : waits_)
        add_awaited_wait(processes_[call.process].locations[call.location],
                         {call.location, call.instance}, wait.amount, wait.event,
                         WaitKind::LateProgress);
    });
  }

 private:
  void ask(std::uint32_t p, Sibling l, std::vector<workers::Bytes>& outgoing) {
    const LocationRecords& records = processes_[p].locations[l];
    std::pmr::vector<bool> has_wait(records.instances.size());
    for (const WaitState& wait : records.waits) has_wait[wait.instance] = true;
    for (const RmaRecord& record : records.rma.records) {
      if (!record.in_lock_epoch || !CompletedMessages::needs_target(record.kind)) continue;
      const Instance& instance = records.instances[record.instance];
      if (has_wait[record.instance] || !may_wait_for_progress(instance)) continue;
      const LockCall call{p, l, record.instance};
      if (record.target.valid()) {
        ask({call, record.target}, instance, outgoing);
        continue;
      }
      const model::CommId comm = communicator_of(definitions_, record.window);
      for (const Rank target : definitions_.communicators[comm.index()].members)
        ask({call, target}, instance, outgoing);
    }
  }

  void ask(const AskedTarget& asked, const Instance& call, std::vector<workers::Bytes>& outgoing) {
    const std::size_t worker = partition_.worker_of(asked.target);
    if (worker == Partition::kNobody || asked.target == processes_[asked.call.process].rank) return;
    asked_[worker].push_back(asked);
    // An entry at the time of the leave counts.
    workers::append(outgoing[worker], PresenceQuestion{call.enter, call.leave + Ticks{1},
                                                       partition_.place_of(asked.target)});
  }

  // The longest wait counts; among equals, the one for the lowest rank.
  void hear(const AskedTarget& asked, const PresenceAnswer& answer) {
    if (!answer.is_found()) return;
    const LockCall& call = asked.call;
    const LocationRecords& records = processes_[call.process].locations[call.location];
    const Ticks amount = std::min(answer.event - records.instances[call.instance].enter,
                                  records.exclusive_duration(call.instance));
    if (amount.count <= 0) return;  // the target was in MPI
    const TargetWait found{amount, {answer.event, call.instance, asked.target, answer.call, {}}};
    TargetWait& longest = waits_.try_emplace(call, found).first->second;
    if (amount > longest.amount || (amount == longest.amount && asked.target < longest.event.rank))
      longest = found;
  }

  std::vector<ProcessRecords>& processes_;
  const model::Definitions& definitions_;
  const Partition& partition_;
  workers::Transport& transport_;
  std::vector<std::pmr::vector<AskedTarget>> asked_;  // by worker
  std::map<LockCall, TargetWait> waits_;
};

}  // namespace

base::Status find_rma_progress(std::vector<ProcessRecords>& processes,
                               const model::Definitions& definitions, const Partition& partition,
                               workers::Transport& transport) {
  return TargetSearch(processes, definitions, partition, transport).run();
}

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/replay/find_late_progress.h"

#include <algorithm>
#include <cstring>

#include "analysis/parallel/agree.h"
#include "analysis/patterns/late_progress.h"
#include "analysis/replay/awaited_waits.h"
#include "analysis/replay/call_classes.h"
#include "analysis/replay/completed_messages.h"
#include "analysis/replay/presence.h"

namespace tarry::analysis {
namespace {

using model::MetricId;

// When did the process come back between `from` and `end`, and in which call was it in MPI first
// once the one of the message was entered?
struct Question {
  Ticks enter, from, end;
  std::uint32_t process;  // its place on its worker
};

constexpr Ticks kNever{INT64_MIN};

struct Answer {
  Ticks event = kNever, away;
  RecordRef call;
  // The first call in which it was in MPI, even if that began before.
  Ticks first_event = kNever;
  RecordRef first_call;
};

// A call that takes longer than calls of its class must.
struct LongCall {
  std::uint32_t process;  // place on this worker
  Sibling location;
  std::uint32_t instance;
  std::uint32_t call_class;
  Ticks rest;  // of its time, without known waits
  // What its partners answered: the longest wait, and for whom.
  Ticks wait;
  Ticks event;
  Rank rank;
  RecordRef cause;
  std::uint64_t bytes;  // of the first message with that one
};

// Which long call an answer belongs to, and the first message with the partner.
struct Asked {
  std::uint32_t call;
  Rank rank;
  std::uint64_t bytes;
};

class Search {
 public:
  Search(std::vector<ProcessRecords>& processes, const model::Definitions& definitions,
         const Partition& partition, Transport& transport, Share& share)
      : processes_(processes),
        partition_(partition),
        transport_(transport),
        share_(share),
        classes_(definitions.clock.ticks_per_second) {
    host_of_.resize(partition.processes().size());
    for (const model::Location& location : definitions.locations)
      if (location.rank.index() < host_of_.size()) host_of_[location.rank.index()] = location.host;
  }

  base::Status run() {
    TRY(do_together(transport_, [&] {
      for (ProcessRecords& process : processes_) charge_awaited_members(process);
      measure();
    }));
    classes_.unite_times(transport_);
    std::vector<Bytes> messages;
    TRY(do_together(transport_, [&] { messages = ask(); }));
    messages = transport_.exchange(std::move(messages));
    TRY(do_together(transport_, [&] { messages = answer(messages); }));
    answers_ = transport_.exchange(std::move(messages));
    TRY(do_together(transport_, [&] { hear(); }));
    classes_.unite_evidence(transport_);
    return do_together(transport_, [&] { charge(); });
  }

 private:
  void measure() {
    for (const ProcessRecords& process : processes_) {
      Ticks longest;
      completions_.of(process, host_of_);
      completions_.for_each_call(process,
                                 [&](Sibling, std::uint32_t, const CompletedMessages::Call&,
                                     std::uint32_t call_class, Ticks rest) {
                                   classes_.add_time(call_class, rest);
                                   longest = std::max(longest, rest);
                                 });
      longest_.push_back(longest);
    }
  }

  std::vector<Bytes> ask() {
    std::vector<Bytes> outgoing(transport_.size());
    asked_.resize(transport_.size());
    for (std::uint32_t p = 0; p < processes_.size(); ++p) {
      if (longest_[p] <= classes_.shortest_limit()) continue;
      const ProcessRecords& process = processes_[p];
      const std::size_t before = long_calls_.size();
      completions_.of(process, host_of_);
      completions_.for_each_call(
          process, [&](Sibling location, std::uint32_t instance, CompletedMessages::Call& call,
                       std::uint32_t call_class, Ticks rest) {
            if (rest <= classes_.limit(call_class)) return;
            call.long_call = static_cast<std::uint32_t>(long_calls_.size());
            long_calls_.push_back({p, location, instance, call_class, rest, {}, {}, {}, {}, 0});
          });
      if (long_calls_.size() == before) continue;
      CompletedMessages::for_each(process, [&](Sibling location, std::uint32_t instance,
                                               Rank partner, std::uint64_t bytes) {
        CompletedMessages::Call& call = completions_.at(location, instance);
        const std::size_t worker = partition_.worker_of(partner);
        if (call.long_call == kNoIndex || worker == Partition::kNobody || !call.ask(partner))
          return;
        const Instance& it = process.locations[location].instances[instance];
        append(outgoing[worker],
               Question{it.enter, it.enter + call.waits, it.leave, partition_.place_of(partner)});
        asked_[worker].push_back({call.long_call, partner, bytes});
      });
    }
    long_calls_.shrink_to_fit();
    for (auto& of_worker : asked_) of_worker.shrink_to_fit();
    for (Bytes& message : outgoing) message.shrink_to_fit();
    return outgoing;
  }

  std::vector<Bytes> answer(const std::vector<Bytes>& questions) {
    struct Key {
      std::uint32_t process, worker, question;
    };
    std::pmr::vector<Key> order;
    std::vector<Bytes> answers(questions.size());
    for (std::uint32_t worker = 0; worker < questions.size(); ++worker) {
      const std::size_t count = record_count<Question>(questions[worker]);
      answers[worker].resize(count * sizeof(Answer));
      for (std::uint32_t q = 0; q < count; ++q)
        order.push_back({record_at<Question>(questions[worker], q).process, worker, q});
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const Key& a, const Key& b) { return a.process < b.process; });
    Presence presence;
    std::uint32_t process = kNoIndex;
    for (const Key& key : order) {
      if (key.process != process) presence.of(processes_[process = key.process]);
      const auto question = record_at<Question>(questions[key.worker], key.question);
      Answer out;
      if (const auto found = presence.longest(question.from, question.end)) {
        out.event = found->partner.event;
        out.away = found->partner.away;
        out.call = found->call;
      }
      if (const auto found = presence.first(question.enter, question.end)) {
        out.first_event = found->partner.event;
        out.first_call = found->call;
      }
      std::memcpy(answers[key.worker].data() + key.question * sizeof out, &out, sizeof out);
    }
    return answers;
  }

  void hear() {
    for_each_answer([this](const Asked& asked, const Answer& answer) { hear(asked, answer); });
    for (const LongCall& call : long_calls_)
      classes_.add_evidence(call.call_class, call.rest, evidence_of(call));
  }

  template <class F>
  void for_each_answer(F f) const {
    for (std::size_t worker = 0; worker < answers_.size(); ++worker)
      for (std::size_t a = 0; a < asked_[worker].size(); ++a)
        f(asked_[worker][a], record_at<Answer>(answers_[worker], a));
  }

  // Of several partners the one that was waited for longest; of equals, that of the lowest rank.
  void hear(const Asked& asked, const Answer& answer) {
    if (answer.event == kNever) return;
    LongCall& call = long_calls_[asked.call];
    const Instance& it = instance_of(call);
    const Ticks from = it.enter + (records_of(call).exclusive_duration(call.instance) - call.rest);
    const Ticks wait = std::min(late_progress({answer.event, answer.away}, from), call.rest);
    if (wait < call.wait || wait.count == 0) return;
    if (wait == call.wait && call.rank < asked.rank) return;
    call.wait = wait;
    call.event = answer.event;
    call.rank = asked.rank;
    call.cause = answer.call;
    call.bytes = asked.bytes;
  }

  [[nodiscard]] const LocationRecords& records_of(const LongCall& call) const {
    return processes_[call.process].locations[call.location];
  }
  [[nodiscard]] const Instance& instance_of(const LongCall& call) const {
    return records_of(call).instances[call.instance];
  }
  [[nodiscard]] std::int64_t evidence_of(const LongCall& call) const {
    return progress_evidence(call.wait, instance_of(call).leave - call.event);
  }

  void charge() {
    charge_calls();
    for_each_answer([this](const Asked& asked, const Answer& answer) { add_need(asked, answer); });
  }

  [[nodiscard]] bool is_waiting(const LongCall& call) const {
    return evidence_of(call) >= kSureOfCall &&
           classes_.evidence(call.call_class, call.rest) >= kSureOfClass;
  }

  // Without the partner that was waited for longest, a call would have waited until the others that
  // have messages at least as large were in MPI, too. When they came back later does not matter.
  void add_need(const Asked& asked, const Answer& answer) {
    const LongCall& call = long_calls_[asked.call];
    if (answer.first_event == kNever || asked.rank == call.rank || asked.bytes < call.bytes) return;
    if (!is_waiting(call)) return;
    processes_[call.process].locations[call.location].awaited_events.push_back(
        {answer.first_event, call.instance, asked.rank, answer.first_call, AwaitedEvent::Of::Call});
  }

  // Long calls stand in the order of processes, locations and instances.
  void charge_calls() {
    auto at = long_calls_.begin();
    for (std::uint32_t p = 0; p < processes_.size(); ++p)
      for (Sibling l = 0; l < processes_[p].locations.size(); ++l) {
        LocationRecords& records = processes_[p].locations[l];
        const auto first = at;
        while (at != long_calls_.end() && at->process == p && at->location == l) ++at;
        if (first == at && records.awaited_events.empty()) continue;
        Cells cells;
        for (const LongCall& call : std::span(first, at)) charge(records, call, cells);
        for (const WaitState& wait : records.waits)
          if (const MetricId to = metric_of(wait.kind, records.instances[wait.instance]);
              to.valid())
            cells.at(wait.callpath, to) += wait.amount.count;
        share_.add(model::LocationIndex{processes_[p].first_location.value + l}, cells);
      }
  }

  void charge(LocationRecords& records, const LongCall& call, Cells& cells) const {
    const bool waits = is_waiting(call);
    if (waits)
      add_awaited_wait(records, {call.location, call.instance}, call.wait,
                       {call.event, call.instance, call.rank, call.cause, AwaitedEvent::Of::Call},
                       WaitState::Kind::LateProgress);
    const Ticks known = waits ? call.wait : Ticks{};
    const Ticks rest = base::positive_part(call.rest - known - classes_.limit(call.call_class));
    if (rest.count != 0)
      cells.at(records.instances[call.instance].callpath, unexplained_) += rest.count;
  }

  [[nodiscard]] MetricId metric_of(WaitState::Kind kind, const Instance& instance) const {
    if (kind == WaitState::Kind::InnerCollective) return inner_wait_;
    if (kind != WaitState::Kind::LateProgress) return {};
    if (instance.region_class == model::RegionClass::MpiRmaSyncPassive) return rma_sync_;
    if (instance.region_class == model::RegionClass::MpiRmaCommunication) return rma_comm_;
    return late_progress_;
  }

  const MetricId late_progress_ = model::metric("mpi_late_progress");
  const MetricId rma_sync_ = model::metric("mpi_rma_sync_wait_for_progress");
  const MetricId rma_comm_ = model::metric("mpi_rma_comm_wait_for_progress");
  const MetricId inner_wait_ = model::metric("mpi_inner_wait");
  const MetricId unexplained_ = model::metric("mpi_unexplained");
  std::vector<ProcessRecords>& processes_;
  const Partition& partition_;
  Transport& transport_;
  Share& share_;
  CallClasses classes_;
  std::vector<std::uint32_t> host_of_;  // by rank; of ranks without a place: 0
  CompletedMessages completions_;       // of one process
  std::vector<Ticks> longest_;          // rest of a call, by process
  std::pmr::vector<LongCall> long_calls_;
  std::vector<std::pmr::vector<Asked>> asked_;  // by worker
  std::vector<Bytes> answers_;                  // likewise
};

}  // namespace

base::Status find_late_progress(std::vector<ProcessRecords>& processes,
                                const model::Definitions& definitions, const Partition& partition,
                                Transport& transport, Share& share) {
  return Search(processes, definitions, partition, transport, share).run();
}

}  // namespace tarry::analysis

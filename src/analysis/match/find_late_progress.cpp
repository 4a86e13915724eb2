// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/find_late_progress.h"

#include <algorithm>
#include <array>
#include <span>

#include "analysis/match/awaited_waits.h"
#include "analysis/match/completed_messages.h"
#include "analysis/match/presence.h"
#include "analysis/patterns/late_progress.h"
#include "analysis/regions/call_classes.h"
#include "base/release.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

using model::MetricId;

// A call that took longer than the shortest limit.
struct MeasuredCall {
  Sibling location;
  std::uint32_t instance;
  std::uint32_t call_class;
  Ticks rest;  // of its time, without known waits
};

// A call that takes longer than calls of its class must, with the longest wait that its partners
// answered.
struct LongCall {
  std::uint32_t process = 0;  // place on this worker
  MeasuredCall measured;
  Ticks wait = {};
  Ticks event = {};
  Rank rank = {};
  RecordRef cause = {};
};

// A long call whose partners are being asked.
struct AskingCall : LongCall {
  Ticks from = {};                   // end of its known waits
  std::uint64_t bytes = 0;           // of the first message with the partner waited for longest
  std::uint32_t suspect = kNoIndex;  // place among the suspects
  std::array<Rank, 4> asked = {};    // the last partners
  std::uint8_t times_asked = 0;

  // Remembers a partner. Returns false if it is known to have been asked before.
  bool ask(Rank partner) {
    if (std::find(asked.begin(), asked.end(), partner) != asked.end()) return false;
    asked[times_asked++ % asked.size()] = partner;
    return true;
  }
};

// The call that an answer belongs to, and the first message with the partner.
struct Asked {
  std::uint32_t call;
  Rank rank;
  std::uint64_t bytes;
};

// Workers ask about the long calls of some processes at a time, so that questions and answers stay
// small beside the records. Calls are kept until their class is known only if the answers of their
// partners are evidence of a wait, which is true of few.
class Search {
 public:
  Search(std::vector<ProcessRecords>& processes, const model::Definitions& definitions,
         const Partition& partition, bool only_messages, workers::Transport& transport,
         Share& share)
      : processes_(processes),
        partition_(partition),
        only_messages_(only_messages),
        transport_(transport),
        share_(share),
        classes_(definitions.clock.ticks_per_second),
        asked_(transport.size()),
        others_(transport.size()) {
    host_of_.resize(partition.processes().size());
    for (const model::Location& location : definitions.locations)
      if (location.rank.index() < host_of_.size()) host_of_[location.rank.index()] = location.host;
  }

  base::Status run() {
    TRY(workers::do_together(transport_, [&] {
      for (ProcessRecords& process : processes_) charge_awaited_members(process);
      measure();
    }));
    classes_.unite_times(transport_);
    do {
      TRY(ask_and_hear([&] { return ask(); }, &Presence::longest,
                       [&](const std::vector<workers::Bytes>& answers) { hear(answers); }));
    } while (is_more_to_ask());
    base::release(calls_);
    base::release(asked_);
    classes_.unite_evidence(transport_);
    TRY(workers::do_together(transport_, [&] { charge_suspects(); }));
    return ask_and_hear([&] { return ask_others(); }, &Presence::first,
                        [&](const std::vector<workers::Bytes>& answers) { add_needs(answers); });
  }

 private:
  static constexpr std::size_t kMostQuestions = 1 << 18;  // of a round; one process may have more

  // Collective over the transport.
  template <class Ask, class Hear>
  base::Status ask_and_hear(Ask ask, Presence::Search find, Hear hear) {
    std::vector<workers::Bytes> messages;
    TRY(workers::do_together(transport_, [&] { messages = ask(); }));
    messages = transport_.exchange(std::move(messages));
    TRY(workers::do_together(transport_, [&] { messages = answer(messages, processes_, find); }));
    messages = transport_.exchange(std::move(messages));
    return workers::do_together(transport_, [&] { hear(messages); });
  }

  // Returns whether any worker has more questions. Collective over the transport.
  bool is_more_to_ask() {
    workers::Bytes own;
    if (next_ < processes_.size()) workers::append(own, std::byte{});
    const std::vector<workers::Bytes> all = transport_.all_gather(own);
    return std::any_of(all.begin(), all.end(),
                       [](const workers::Bytes& of) { return !of.empty(); });
  }

  void measure() {
    CompletedMessages completions;
    measured_.resize(processes_.size());
    for (std::size_t p = 0; p < processes_.size(); ++p) {
      completions.of(processes_[p], host_of_);
      completions.for_each_call(processes_[p], [&](Sibling location, std::uint32_t instance,
                                                   std::uint32_t call_class, Ticks rest) {
        if (only_messages_ && processes_[p].locations[location].instances[instance].region_class !=
                                  model::RegionClass::MpiPointToPoint)
          return;
        classes_.add_time(call_class, rest);
        if (rest > classes_.shortest_limit())
          measured_[p].push_back({location, instance, call_class, rest});
      });
      measured_[p].shrink_to_fit();
    }
  }

  // Finds the long calls of the next processes. Returns the questions about their partners.
  std::vector<workers::Bytes> ask() {
    calls_.clear();
    for (auto& of_worker : asked_) of_worker.clear();
    std::vector<workers::Bytes> outgoing(transport_.size());
    std::size_t questions = 0;
    while (next_ < processes_.size() && questions < kMostQuestions)
      questions += ask_for(next_++, outgoing);
    return outgoing;
  }

  std::size_t ask_for(std::uint32_t p, std::vector<workers::Bytes>& outgoing) {
    const ProcessRecords& process = processes_[p];
    const std::size_t first = calls_.size();
    long_call_.resize(process.locations.size());
    for (std::size_t l = 0; l < long_call_.size(); ++l)
      long_call_[l].assign(process.locations[l].instances.size(), kNoIndex);
    for (const MeasuredCall& measured : measured_[p]) {
      if (measured.rest <= classes_.limit(measured.call_class)) continue;
      const LocationRecords& records = process.locations[measured.location];
      const Ticks waits = records.exclusive_duration(measured.instance) - measured.rest;
      long_call_[measured.location][measured.instance] = static_cast<std::uint32_t>(calls_.size());
      AskingCall& call = calls_.emplace_back();
      call.process = p;
      call.measured = measured;
      call.from = records.instances[measured.instance].enter + waits;
    }
    base::release(measured_[p]);
    if (calls_.size() == first) return 0;
    std::size_t questions = 0;
    CompletedMessages::for_each(
        process, [&](Sibling location, std::uint32_t instance, Rank partner, std::uint64_t bytes) {
          const std::uint32_t call = long_call_[location][instance];
          const std::size_t worker = partition_.worker_of(partner);
          if (call == kNoIndex || worker == Partition::kNobody || !calls_[call].ask(partner))
            return;
          workers::append(outgoing[worker],
                          PresenceQuestion{calls_[call].from,
                                           process.locations[location].instances[instance].leave,
                                           partition_.place_of(partner)});
          asked_[worker].push_back({call, partner, bytes});
          ++questions;
        });
    return questions;
  }

  void hear(const std::vector<workers::Bytes>& answers) {
    for (std::size_t worker = 0; worker < answers.size(); ++worker)
      for (std::size_t a = 0; a < asked_[worker].size(); ++a)
        hear(asked_[worker][a], workers::record_at<PresenceAnswer>(answers[worker], a));
    for_each_location(calls_, [this](std::uint32_t p, Sibling l, std::span<AskingCall> calls) {
      Cells cells;
      for (AskingCall& call : calls) judge(call, cells);
      share_.add(location_of(p, l), cells);
    });
    for (std::size_t worker = 0; worker < answers.size(); ++worker)
      for (const Asked& asked : asked_[worker]) {
        const AskingCall& call = calls_[asked.call];
        if (call.suspect != kNoIndex && asked.rank != call.rank && asked.bytes >= call.bytes)
          others_[worker].push_back({call.suspect, asked.rank});
      }
  }

  // Keeps the partner that was waited for longest; among equals, the lowest rank.
  void hear(const Asked& asked, const PresenceAnswer& answer) {
    if (!answer.is_found()) return;
    AskingCall& call = calls_[asked.call];
    const Ticks wait =
        std::min(late_progress({answer.event, answer.away}, call.from), call.measured.rest);
    if (wait < call.wait || wait.count == 0) return;
    if (wait == call.wait && call.rank < asked.rank) return;
    call.wait = wait;
    call.event = answer.event;
    call.rank = asked.rank;
    call.cause = answer.call;
    call.bytes = asked.bytes;
  }

  // A call becomes a suspect unless its own evidence is against a wait.
  void judge(AskingCall& call, Cells& cells) {
    const std::int64_t bits = progress_evidence(call.wait, instance_of(call).leave - call.event);
    classes_.add_evidence(call.measured.call_class, call.measured.rest, bits);
    if (bits < kSureOfCall) {
      add_unexplained(call, Ticks{}, cells);
      return;
    }
    call.suspect = static_cast<std::uint32_t>(suspects_.size());
    suspects_.push_back(call);
  }

  // Calls visit(place of the process, location, its calls). The calls must be in the order of
  // processes and locations.
  template <class Call, class Visit>
  static void for_each_location(std::pmr::vector<Call>& calls, Visit visit) {
    for (auto at = calls.begin(); at != calls.end();) {
      const auto first = at;
      while (at != calls.end() && at->process == first->process &&
             at->measured.location == first->measured.location)
        ++at;
      visit(first->process, first->measured.location, std::span(first, at));
    }
  }

  [[nodiscard]] LocationRecords& records_of(const LongCall& call) const {
    return processes_[call.process].locations[call.measured.location];
  }
  [[nodiscard]] const Instance& instance_of(const LongCall& call) const {
    return records_of(call).instances[call.measured.instance];
  }
  [[nodiscard]] model::LocationIndex location_of(std::uint32_t p, std::size_t l) const {
    return model::LocationIndex{processes_[p].first_location.value + static_cast<std::uint32_t>(l)};
  }
  [[nodiscard]] bool is_waiting(const LongCall& suspect) const {
    return classes_.evidence(suspect.measured.call_class, suspect.measured.rest) >= kSureOfClass;
  }

  void charge_suspects() {
    for_each_location(suspects_, [this](std::uint32_t p, Sibling l, std::span<LongCall> calls) {
      Cells cells;
      for (const LongCall& call : calls) charge(call, cells);
      share_.add(location_of(p, l), cells);
    });
    for (std::uint32_t p = 0; p < processes_.size(); ++p)
      for (std::size_t l = 0; l < processes_[p].locations.size(); ++l) {
        const LocationRecords& records = processes_[p].locations[l];
        if (records.awaited_events.empty()) continue;
        Cells cells;
        for (const WaitState& wait : records.waits)
          if (wait.kind == WaitKind::LateProgress || wait.kind == WaitKind::InnerCollective)
            cells.at(wait.callpath, wait.metric) += wait.amount.count;
        share_.add(location_of(p, l), cells);
      }
  }

  void charge(const LongCall& call, Cells& cells) const {
    const bool waits = is_waiting(call);
    if (waits)
      add_awaited_wait(
          records_of(call), {call.measured.location, call.measured.instance}, call.wait,
          {call.event, call.measured.instance, call.rank, call.cause, AwaitedEvent::Of::Call},
          WaitKind::LateProgress);
    add_unexplained(call, waits ? call.wait : Ticks{}, cells);
  }

  void add_unexplained(const LongCall& call, Ticks known, Cells& cells) const {
    const Ticks rest =
        base::positive_part(call.measured.rest - known - classes_.limit(call.measured.call_class));
    if (rest.count != 0) cells.at(instance_of(call).callpath, unexplained_) += rest.count;
  }

  // If the partner that was waited for longest had been earlier, a call would still have waited
  // until the others that have messages at least as large were in MPI. Their later returns do not
  // matter.
  std::vector<workers::Bytes> ask_others() {
    std::vector<workers::Bytes> outgoing(transport_.size());
    for (std::size_t worker = 0; worker < others_.size(); ++worker) {
      std::erase_if(others_[worker],
                    [&](const Other& other) { return !is_waiting(suspects_[other.suspect]); });
      for (const Other& other : others_[worker]) {
        const Instance& it = instance_of(suspects_[other.suspect]);
        workers::append(outgoing[worker],
                        PresenceQuestion{it.enter, it.leave, partition_.place_of(other.rank)});
      }
    }
    return outgoing;
  }

  void add_needs(const std::vector<workers::Bytes>& answers) {
    for (std::size_t worker = 0; worker < answers.size(); ++worker)
      for (std::size_t a = 0; a < others_[worker].size(); ++a) {
        const auto answer = workers::record_at<PresenceAnswer>(answers[worker], a);
        if (!answer.is_found()) continue;
        const auto [suspect, rank] = others_[worker][a];
        const LongCall& call = suspects_[suspect];
        records_of(call).awaited_events.push_back(
            {answer.event, call.measured.instance, rank, answer.call, AwaitedEvent::Of::Call});
      }
  }

  const MetricId unexplained_ = model::metric::mpi_unexplained;
  std::vector<ProcessRecords>& processes_;
  const Partition& partition_;
  const bool only_messages_;
  workers::Transport& transport_;
  Share& share_;
  CallClasses classes_;
  std::vector<std::uint32_t> host_of_;                    // by rank; of ranks without a place: 0
  std::vector<std::pmr::vector<MeasuredCall>> measured_;  // by process, until it has asked
  std::uint32_t next_ = 0;                                // first process that has not asked
  // The calls of the processes that ask now.
  std::pmr::vector<AskingCall> calls_;
  std::vector<std::pmr::vector<std::uint32_t>> long_call_;  // of one, by location and instance
  std::vector<std::pmr::vector<Asked>> asked_;              // by worker
  // Suspects wait for progress if their class does. Their further partners stand by worker.
  struct Other {
    std::uint32_t suspect;
    Rank rank;
  };
  std::pmr::vector<LongCall> suspects_;
  std::vector<std::pmr::vector<Other>> others_;
};

}  // namespace

base::Status find_late_progress(std::vector<ProcessRecords>& processes,
                                const model::Definitions& definitions, const Partition& partition,
                                bool only_messages, workers::Transport& transport, Share& share) {
  return Search(processes, definitions, partition, only_messages, transport, share).run();
}

}  // namespace tarry::analysis

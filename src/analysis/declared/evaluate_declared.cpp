// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/evaluate_declared.h"

#include <algorithm>
#include <deque>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "analysis/declared/call_facts.h"
#include "analysis/declared/charges.h"
#include "analysis/declared/facts.h"
#include "analysis/declared/guarded_run.h"
#include "analysis/declared/matcher.h"
#include "analysis/declared/plugin_calls.h"
#include "analysis/match/collective_members.h"
#include "workers/agree.h"

namespace tarry::analysis::declared {
namespace {

// Asks for a send of another worker. Answers come in the order of the questions.
struct SendQuestion {
  Rank source;
  RecordRef send;
};

// The answer to the question of a receive.
struct AnswerPlace {
  std::uint32_t worker = kNoIndex;  // kNoIndex: there is no question
  std::uint32_t number = 0;
};

bool asks_for_its_send(const ReceiveRecord& receive) {
  return receive.matched && receive.send.index != kNoIndex;
}

// A member with its call, as it arrived.
struct ArrivedMember {
  InstanceTable::Entry entry;
  std::size_t number = 0;  // among the calls from that worker
};

class Stage {
 public:
  Stage(const PatternSet& set, const std::vector<ProcessRecords>& processes,
        model::TraceSource& source, const RegionTable& regions, const Partition& partition,
        workers::Transport& transport, Share& share)
      : set_(set),
        processes_(processes),
        source_(source),
        definitions_(source.definitions()),
        regions_(regions),
        partition_(partition),
        transport_(transport),
        share_(share),
        calls_(set, processes, regions, share.tree),
        charges_(transport.size()),
        matcher_(
            set, regions.regions, definitions_.clock.ticks_per_second,
            [this](const ReceiveFact& receive) { return previous(receive); },
            [this](const Charge& charge) { take(charge); }) {}

  base::Status run() {
    TRY(workers::do_together(transport_, [&] { return calls_.survey(source_); }));
    if (set_.has(Type::Receive)) TRY(evaluate_messages());
    if (set_.has(Type::Collective)) TRY(evaluate_collectives());
    if (set_.has(Type::Acquire))
      TRY(workers::do_together(transport_, [&] {
        try_all(Type::Acquire, [&](const auto& visit) { for_each_lock(visit); });
      }));
    TRY(tell_of_problems());
    const std::vector<workers::Bytes> found = transport_.exchange(std::move(charges_));
    return workers::do_together(transport_, [&] { charge_all(found); });
  }

 private:
  base::Status evaluate_messages() {
    std::vector<workers::Bytes> messages(transport_.size());
    TRY(workers::do_together(transport_, [&] { messages = questions(); }));
    messages = transport_.exchange(std::move(messages));
    TRY(workers::do_together(transport_, [&] { messages = answers(messages); }));
    messages = transport_.exchange(std::move(messages));
    return workers::do_together(transport_, [&] {
      sends_ = &messages;
      try_all(Type::Receive, [&](const auto& visit) { for_each_receive(visit); });
      sends_ = nullptr;
    });
  }

  std::vector<workers::Bytes> questions() {
    std::vector<workers::Bytes> outgoing(transport_.size());
    for (const ProcessRecords& process : processes_)
      for (const LocationRecords& location : process.locations)
        for (const ReceiveRecord& receive : location.receives) {
          AnswerPlace& place = places_.emplace_back();
          if (!asks_for_its_send(receive)) continue;
          const std::size_t to = partition_.worker_of(receive.source);
          if (to == Partition::kNobody) continue;
          place.worker = static_cast<std::uint32_t>(to);
          place.number =
              static_cast<std::uint32_t>(workers::record_count<SendQuestion>(outgoing[to]));
          workers::append(outgoing[to], SendQuestion{receive.source, receive.send});
        }
    return outgoing;
  }

  [[nodiscard]] std::vector<workers::Bytes> answers(
      const std::vector<workers::Bytes>& questions) const {
    std::vector<workers::Bytes> outgoing(questions.size());
    for (std::size_t from = 0; from < questions.size(); ++from) {
      const std::size_t count = workers::record_count<SendQuestion>(questions[from]);
      outgoing[from].reserve(count * sizeof(SendFact));
      for (std::size_t i = 0; i < count; ++i)
        workers::append(outgoing[from],
                        send_of(workers::record_at<SendQuestion>(questions[from], i)));
    }
    return outgoing;
  }

  [[nodiscard]] SendFact send_of(const SendQuestion& question) const {
    const ProcessRecords& process = processes_[partition_.place_of(question.source)];
    const SendRecord& record = process.locations[question.send.location].sends[question.send.index];
    SendFact fact;
    fact.call = calls_.of(process, question.send.location, record.instance);
    fact.completion = calls_.of(process, record.completion_location, record.completion);
    fact.time = record.time;
    fact.bytes = record.bytes;
    fact.tag = record.tag;
    return fact;
  }

  // Tries all patterns on the events of a kind; loop(visit) visits them.
  template <class Loop>
  void try_all(Type root, const Loop& loop) {
    const auto is_declared = [&](const Pattern& pattern) {
      return pattern.plugin == nullptr && pattern.root == root;
    };
    if (std::any_of(set_.patterns.begin(), set_.patterns.end(), is_declared))
      loop([&](const auto& fact) { matcher_.match(fact); });
    for (std::uint32_t p = 0; p < set_.patterns.size(); ++p) {
      const tarry_pattern* const plugin = set_.patterns[p].plugin;
      if (plugin == nullptr || !has_function(*plugin, root) || problems_.contains(p)) continue;
      const GuardedResult result = run_guarded(set_.limits, [&](Guard& guard) {
        PluginCalls calls(*plugin, p, regions_.regions, definitions_.clock.ticks_per_second,
                          [&](const Charge& charge) { guard.take(charge); });
        loop([&](const auto& fact) {
          guard.next_event();
          calls.call(fact);
        });
      });
      for (const Charge& charge : result.charges) take(charge);
      if (!result.problem.empty()) problems_[p] = result.problem;
    }
  }

  // A plug-in that was stopped at one worker has no metric.
  base::Status tell_of_problems() {
    if (std::none_of(set_.patterns.begin(), set_.patterns.end(),
                     [](const Pattern& pattern) { return pattern.plugin != nullptr; }))
      return base::kOk;
    workers::Bytes own;
    TRY(workers::do_together(transport_, [&] {
      for (const auto& [pattern, problem] : problems_) {
        workers::append(own, pattern);
        workers::append_text(own, problem);
      }
    }));
    const std::vector<workers::Bytes> all = transport_.all_gather(own);
    return workers::do_together(transport_, [&] {
      std::map<std::uint32_t, std::string> problems;
      for (const workers::Bytes& message : all)
        for (workers::MessageReader reader(message); !reader.at_end();) {
          const auto pattern = reader.take<std::uint32_t>();
          problems.emplace(pattern, reader.take_text());
        }
      problems_ = std::move(problems);
      if (transport_.rank() != 0) return;
      for (const auto& [pattern, problem] : problems_)
        share_.anomalies.add("patterns without results, because the plug-in was stopped (" +
                             set_.patterns[pattern].name + ' ' + problem + ')');
    });
  }

  template <class Visit>
  void for_each_receive(const Visit& visit) {
    first_place_ = 0;
    for (const ProcessRecords& process : processes_) {
      process_ = &process;
      for (std::size_t l = 0; l < process.locations.size(); ++l) {
        const auto& receives = process.locations[l].receives;
        for (std::uint32_t r = 0; r < receives.size(); ++r) {
          earlier_.clear();
          if (receives[r].matched) visit(receive_of({static_cast<Sibling>(l), r}));
          sent_.clear();
        }
        first_place_ += receives.size();
      }
    }
  }

  [[nodiscard]] ReceiveFact receive_of(RecordRef record) {
    const ReceiveRecord& receive = process_->locations[record.location].receives[record.index];
    ReceiveFact fact;
    fact.call = calls_.of(*process_, record.location, receive.instance);
    fact.bytes = receive.bytes;
    fact.tag = receive.tag;
    fact.source = receive.source;
    fact.from_any_source = receive.from_any_source;
    fact.record = record;
    if (const AnswerPlace place = places_[first_place_ + record.index]; place.worker != kNoIndex)
      fact.send =
          &sent_.emplace_back(workers::record_at<SendFact>((*sends_)[place.worker], place.number));
    return fact;
  }

  const ReceiveFact* previous(const ReceiveFact& receive) {
    if (receive.record.index == 0) return nullptr;
    return &earlier_.emplace_back(receive_of({receive.record.location, receive.record.index - 1}));
  }

  base::Status evaluate_collectives() {
    std::vector<workers::Bytes> notices(transport_.size()), calls(transport_.size());
    TRY(workers::do_together(transport_, [&] {
      model::Anomalies counted_when_matched;
      notices = member_notices(processes_, definitions_, transport_.size(), counted_when_matched);
      for (std::size_t to = 0; to < notices.size(); ++to)
        for (std::size_t i = 0; i < workers::record_count<MemberNotice>(notices[to]); ++i)
          workers::append(calls[to], call_of(workers::record_at<MemberNotice>(notices[to], i)));
    }));
    notices = transport_.exchange(std::move(notices));
    calls = transport_.exchange(std::move(calls));
    return workers::do_together(transport_, [&] { evaluate_operations(notices, calls); });
  }

  [[nodiscard]] CallFact call_of(const MemberNotice& notice) const {
    const ProcessRecords& process = processes_[notice.process];
    const CollectiveRecord& record =
        process.locations[notice.record.location].collectives[notice.record.index];
    return calls_.of(process, record.instance_location, record.instance);
  }

  void evaluate_operations(const std::vector<workers::Bytes>& notices,
                           const std::vector<workers::Bytes>& calls) {
    std::vector<ArrivedMember> all;
    for (std::size_t from = 0; from < notices.size(); ++from)
      for (std::size_t i = 0; i < workers::record_count<MemberNotice>(notices[from]); ++i)
        all.push_back({{workers::record_at<MemberNotice>(notices[from], i), from}, i});
    std::stable_sort(all.begin(), all.end(), [](const ArrivedMember& a, const ArrivedMember& b) {
      return key(a.entry.notice) < key(b.entry.notice);
    });
    try_all(Type::Collective, [&](const auto& visit) {
      for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
        const MemberNotice& first = all[begin].entry.notice;
        for (end = begin; end < all.size() && all[end].entry.notice.comm == first.comm &&
                          all[end].entry.notice.sequence == first.sequence;)
          ++end;
        visit_operation(std::span(all).subspan(begin, end - begin), calls, visit);
      }
    });
  }

  static std::tuple<CommId, std::uint32_t, std::uint32_t> key(const MemberNotice& notice) {
    return {notice.comm, notice.sequence, notice.member};
  }

  template <class Visit>
  void visit_operation(std::span<const ArrivedMember> arrived,
                       const std::vector<workers::Bytes>& calls, const Visit& visit) {
    const MemberNotice& first = arrived.front().entry.notice;
    const model::Communicator& comm = definitions_.communicators[first.comm.index()];
    std::vector<InstanceTable::Entry> entries;
    for (const ArrivedMember& each : arrived) entries.push_back(each.entry);
    if (!is_sound(entries, comm)) return;
    members_.clear();
    for (const ArrivedMember& each : arrived) {
      const MemberNotice& notice = each.entry.notice;
      MemberFact& member = members_.emplace_back();
      member.call = workers::record_at<CallFact>(calls[each.entry.from], each.number);
      member.begin = notice.begin;
      member.waits_from = notice.waiting_from;
      member.end = notice.end;
      member.sent = notice.sent;
      member.received = notice.received;
      member.number = notice.member;
      member.is_nonblocking = notice.nonblocking;
    }
    CollectiveFact operation;
    operation.op = first.op;
    operation.members = members_;
    operation.root = find_root(entries, comm.is_inter);
    operation.number = first.sequence;
    visit(operation);
  }

  template <class Visit>
  void for_each_lock(const Visit& visit) {
    for (const ProcessRecords& process : processes_)
      for (std::size_t l = 0; l < process.locations.size(); ++l)
        for (const LockEvent& event : process.locations[l].locks) {
          if (!event.acquired) continue;
          AcquireFact acquire;
          acquire.call = calls_.of(process, static_cast<Sibling>(l), event.instance);
          acquire.time = event.time;
          acquire.lock = event.lock.lock;
          acquire.has_release = event.released.index != kNoIndex;
          if (acquire.has_release)
            acquire.released = {
                process.locations[event.released.location].locks[event.released.index].time,
                event.released.location};
          visit(acquire);
        }
  }

  // A plug-in may have changed what it was given.
  [[nodiscard]] bool is_call(const Charge& charge) const {
    const auto& locations = processes_[partition_.place_of(charge.rank)].locations;
    return charge.call.location < locations.size() &&
           charge.call.index < locations[charge.call.location].instances.size();
  }

  void take(const Charge& charge) {
    const std::size_t to = partition_.worker_of(charge.rank);
    if (to != Partition::kNobody) workers::append(charges_[to], charge);
  }

  void charge_all(const std::vector<workers::Bytes>& found) {
    std::vector<std::vector<Charge>> of_process(processes_.size());
    for (const workers::Bytes& message : found)
      for (std::size_t i = 0; i < workers::record_count<Charge>(message); ++i) {
        const auto charge = workers::record_at<Charge>(message, i);
        if (problems_.contains(charge.pattern) || !is_call(charge)) continue;
        of_process[partition_.place_of(charge.rank)].push_back(charge);
      }
    for (std::size_t p = 0; p < of_process.size(); ++p)
      apply_charges(set_, std::move(of_process[p]), processes_[p], share_.of_patterns);
  }

  const PatternSet& set_;
  const std::vector<ProcessRecords>& processes_;
  model::TraceSource& source_;
  const model::Definitions& definitions_;
  const RegionTable& regions_;
  const Partition& partition_;
  workers::Transport& transport_;
  Share& share_;
  CallFacts calls_;
  std::vector<workers::Bytes> charges_;                 // by worker
  std::map<std::uint32_t, std::string> problems_;       // of plug-ins that were stopped, by pattern
  std::vector<AnswerPlace> places_;                     // by receive of this worker
  const std::vector<workers::Bytes>* sends_ = nullptr;  // the answers, by worker
  // While receives are the root:
  const ProcessRecords* process_ = nullptr;
  std::size_t first_place_ = 0;      // of the location in `places_`
  std::deque<ReceiveFact> earlier_;  // that the pattern has asked for
  std::deque<SendFact> sent_;
  std::vector<MemberFact> members_;  // of the operation that is the root
  Matcher matcher_;
};

}  // namespace

base::Status evaluate_declared(const PatternSet& set, const std::vector<ProcessRecords>& processes,
                               model::TraceSource& source, const RegionTable& regions,
                               const Partition& partition, workers::Transport& transport,
                               Share& share) {
  return Stage(set, processes, source, regions, partition, transport, share).run();
}

std::vector<PatternMetric> metrics_of(const PatternSet& set) {
  std::vector<PatternMetric> metrics;
  for (const Pattern& pattern : set.patterns) {
    metrics.push_back({pattern.name, pattern.title, pattern.about, pattern.parent, pattern.unit});
    for (const Export& each : pattern.exports)
      metrics.push_back({pattern.name + '_' + each.name, pattern.title + ": " + each.name,
                         "Exported by pattern " + pattern.name, model::MetricId{}, each.unit});
  }
  return metrics;
}

}  // namespace tarry::analysis::declared

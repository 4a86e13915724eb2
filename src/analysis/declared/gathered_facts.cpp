// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/gathered_facts.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "analysis/records/waiting_call.h"
#include "workers/agree.h"

namespace tarry::analysis::declared {
namespace {

bool asks_for_its_send(const ReceiveRecord& receive) {
  return receive.matched && receive.send.index != kNoIndex;
}

std::tuple<CommId, std::uint32_t, std::uint32_t> key(const MemberNotice& notice) {
  return {notice.comm, notice.sequence, notice.member};
}

// Instances that divide the time of a location have no region of their own.
bool is_call(const Instance& instance) {
  return instance.call != model::MpiCall::Pause &&
         (instance.call != model::MpiCall::NotMpi ||
          instance.region_class != model::RegionClass::Computation);
}

}  // namespace

base::Status GatheredFacts::gather(model::TraceSource& source) {
  TRY(workers::do_together(transport_, [&] { return calls_.survey(source); }));
  if (set_.has(Type::Receive) || set_.has(Type::Result)) TRY(gather_sends());
  if (set_.has(Type::Collective)) TRY(gather_operations());
  return base::kOk;
}

base::Status GatheredFacts::gather_sends() {
  std::vector<workers::Bytes> messages(transport_.size());
  TRY(workers::do_together(transport_, [&] { messages = questions(); }));
  messages = transport_.exchange(std::move(messages));
  TRY(workers::do_together(transport_, [&] { messages = answers(messages); }));
  sends_ = transport_.exchange(std::move(messages));
  return base::kOk;
}

std::vector<workers::Bytes> GatheredFacts::questions() {
  std::vector<workers::Bytes> outgoing(transport_.size());
  for (const ProcessRecords& process : processes_)
    for (const LocationRecords& location : process.locations) {
      std::vector<AnswerPlace>& places = places_.emplace_back();
      for (const ReceiveRecord& receive : location.receives) {
        AnswerPlace& place = places.emplace_back();
        if (!asks_for_its_send(receive)) continue;
        const std::size_t to = partition_.worker_of(receive.source);
        if (to == Partition::kNobody) continue;
        place.worker = static_cast<std::uint32_t>(to);
        place.number =
            static_cast<std::uint32_t>(workers::record_count<SendQuestion>(outgoing[to]));
        workers::append(outgoing[to], SendQuestion{receive.source, receive.send});
      }
    }
  return outgoing;
}

std::vector<workers::Bytes> GatheredFacts::answers(
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

SendFact GatheredFacts::send_of(const SendQuestion& question) const {
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

base::Status GatheredFacts::gather_operations() {
  std::vector<workers::Bytes> notices(transport_.size()), calls(transport_.size());
  TRY(workers::do_together(transport_, [&] {
    model::Anomalies counted_when_matched;
    notices = member_notices(processes_, definitions_, transport_.size(), counted_when_matched);
    for (std::size_t to = 0; to < notices.size(); ++to)
      for (std::size_t i = 0; i < workers::record_count<MemberNotice>(notices[to]); ++i)
        workers::append(calls[to], call_of(workers::record_at<MemberNotice>(notices[to], i)));
  }));
  notices = transport_.exchange(std::move(notices));
  calls_of_members_ = transport_.exchange(std::move(calls));
  return workers::do_together(transport_, [&] {
    for (std::size_t from = 0; from < notices.size(); ++from)
      for (std::size_t i = 0; i < workers::record_count<MemberNotice>(notices[from]); ++i)
        arrived_.push_back({{workers::record_at<MemberNotice>(notices[from], i), from}, i});
    std::stable_sort(arrived_.begin(), arrived_.end(),
                     [](const ArrivedMember& a, const ArrivedMember& b) {
                       return key(a.entry.notice) < key(b.entry.notice);
                     });
  });
}

CallFact GatheredFacts::call_of(const MemberNotice& notice) const {
  const ProcessRecords& process = processes_[notice.process];
  const CollectiveRecord& record =
      process.locations[notice.record.location].collectives[notice.record.index];
  return calls_.of(process, record.instance_location, record.instance);
}

void GatheredFacts::for_each_call(const Visit<CallFact>& visit) const {
  for (const ProcessRecords& process : processes_)
    for (std::size_t l = 0; l < process.locations.size(); ++l) {
      const auto& instances = process.locations[l].instances;
      for (std::uint32_t i = 0; i < instances.size(); ++i)
        if (is_call(instances[i])) visit(calls_.of(process, static_cast<Sibling>(l), i));
    }
}

void GatheredFacts::for_each_receive(const Visit<ReceiveFact>& visit) {
  for (const ProcessRecords& process : processes_)
    for (std::size_t l = 0; l < process.locations.size(); ++l) {
      const auto& receives = process.locations[l].receives;
      for (std::uint32_t r = 0; r < receives.size(); ++r) {
        if (receives[r].matched) visit(receive_of(process, {static_cast<Sibling>(l), r}));
        end_visit();
      }
    }
}

ReceiveFact GatheredFacts::receive_of(const ProcessRecords& process, RecordRef record) {
  const ReceiveRecord& receive = process.locations[record.location].receives[record.index];
  ReceiveFact fact;
  fact.call = calls_.of(process, record.location, receive.instance);
  fact.bytes = receive.bytes;
  fact.tag = receive.tag;
  fact.source = receive.source;
  fact.from_any_source = receive.from_any_source;
  fact.record = record;
  const std::uint32_t location =
      process.first_location.value - processes_.front().first_location.value + record.location;
  if (const AnswerPlace place = places_[location][record.index]; place.worker != kNoIndex)
    fact.send =
        &sent_.emplace_back(workers::record_at<SendFact>(sends_[place.worker], place.number));
  return fact;
}

const ReceiveFact* GatheredFacts::previous(const ReceiveFact& receive) {
  if (receive.record.index == 0) return nullptr;
  const ProcessRecords& process = processes_[partition_.place_of(receive.call.rank)];
  return &receives_.emplace_back(
      receive_of(process, {receive.record.location, receive.record.index - 1}));
}

void GatheredFacts::for_each_operation(const Visit<CollectiveFact>& visit) {
  for (std::size_t begin = 0, end = 0; begin < arrived_.size(); begin = end) {
    const MemberNotice& first = arrived_[begin].entry.notice;
    for (end = begin; end < arrived_.size() && arrived_[end].entry.notice.comm == first.comm &&
                      arrived_[end].entry.notice.sequence == first.sequence;)
      ++end;
    visit_operation(std::span(arrived_).subspan(begin, end - begin), visit);
  }
}

void GatheredFacts::visit_operation(std::span<const ArrivedMember> arrived,
                                    const Visit<CollectiveFact>& visit) {
  const MemberNotice& first = arrived.front().entry.notice;
  const model::Communicator& comm = definitions_.communicators[first.comm.index()];
  std::vector<InstanceTable::Entry> entries;
  for (const ArrivedMember& each : arrived) entries.push_back(each.entry);
  if (!is_sound(entries, comm)) return;
  members_.clear();
  for (const ArrivedMember& each : arrived) {
    const MemberNotice& notice = each.entry.notice;
    MemberFact& member = members_.emplace_back();
    member.call = workers::record_at<CallFact>(calls_of_members_[each.entry.from], each.number);
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

void GatheredFacts::for_each_lock(const Visit<AcquireFact>& visit) const {
  for (const ProcessRecords& process : processes_)
    for (std::size_t l = 0; l < process.locations.size(); ++l)
      for (const LockEvent& event : process.locations[l].locks) {
        if (!event.acquired) continue;
        AcquireFact acquire;
        acquire.call = calls_.of(process, static_cast<Sibling>(l), event.instance);
        acquire.time = event.time;
        acquire.lock = event.lock.lock;
        acquire.paradigm = event.lock.paradigm;
        acquire.has_release = event.released.index != kNoIndex;
        if (acquire.has_release)
          acquire.released = {
              process.locations[event.released.location].locks[event.released.index].time,
              event.released.location};
        visit(acquire);
      }
}

// The evaluation of the barriers has found which members meet.
void GatheredFacts::for_each_team_barrier(const Visit<TeamBarrierFact>& visit) {
  for (const ProcessRecords& process : processes_) {
    std::map<RecordRef, std::vector<RecordRef>> barriers;  // by the last member to come
    for (std::size_t l = 0; l < process.locations.size(); ++l) {
      const auto& all = process.locations[l].barriers;
      for (std::uint32_t b = 0; b < all.size(); ++b)
        if (all[b].together) barriers[all[b].latest].push_back({static_cast<Sibling>(l), b});
    }
    for (const auto& [latest, parts] : barriers) {
      members_.clear();
      for (const RecordRef part : parts) {
        const LocationRecords& records = process.locations[part.location];
        MemberFact& member = members_.emplace_back();
        member.call = calls_.of(process, part.location, records.barriers[part.index].instance);
        member.begin = member.waits_from = member.call.enter;
        member.end = member.call.leave;
        member.number = part.location;
      }
      TeamBarrierFact barrier;
      barrier.members = members_;
      visit(barrier);
    }
  }
}

void GatheredFacts::for_each_one_sided(const Visit<OneSidedFact>& visit) const {
  for (const ProcessRecords& process : processes_)
    for (std::size_t l = 0; l < process.locations.size(); ++l)
      for (const RmaRecord& record : process.locations[l].rma.records) {
        if (record.kind == RmaKind::File) continue;
        OneSidedFact call;
        call.call = calls_.of(process, static_cast<Sibling>(l), record.instance);
        call.time = record.time;
        call.kind = record.kind;
        call.target = record.target;
        call.window = record.window;
        call.is_exclusive = record.is_exclusive;
        visit(call);
      }
}

void GatheredFacts::for_each_result(const std::vector<std::vector<Charge>>& published,
                                    const Visit<ResultFact>& visit) {
  for (std::size_t p = 0; p < processes_.size(); ++p) {
    const ProcessRecords& process = processes_[p];
    for (std::size_t l = 0; l < process.locations.size(); ++l)
      for (const WaitState& wait : process.locations[l].waits) {
        ResultFact result;
        const LocationRecords& records = process.locations[l];
        const auto call = &waiting_call(records, wait) - records.instances.data();
        result.call = calls_.of(process, static_cast<Sibling>(l), static_cast<std::uint32_t>(call));
        result.amount = wait.amount;
        result.metric = wait.metric;
        result.part = wait.part;
        const bool is_receive = wait.kind == WaitKind::LateSender;
        visit_result(process, result, is_receive ? wait.record : RecordRef{0, kNoIndex}, visit);
      }
    for (const Charge& charge : published[p]) {
      ResultFact result;
      result.call = calls_.of(process, charge.call.location, charge.call.index);
      result.amount = Ticks{charge.amount};
      result.pattern = charge.pattern;
      result.exports = charge.exports;
      visit_result(process, result, charge.receive, visit);
    }
  }
}

void GatheredFacts::visit_result(const ProcessRecords& process, ResultFact result,
                                 RecordRef receive, const Visit<ResultFact>& visit) {
  if (receive.index != kNoIndex)
    result.receive = &receives_.emplace_back(receive_of(process, receive));
  visit(result);
  end_visit();
}

void GatheredFacts::end_visit() {
  receives_.clear();
  sent_.clear();
}

}  // namespace tarry::analysis::declared

// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/match_collectives.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "analysis/match/collective_dependencies.h"
#include "analysis/patterns/collective.h"
#include "analysis/patterns/inner_wait.h"
#include "analysis/patterns/late_progress.h"
#include "analysis/regions/call_classes.h"
#include "workers/agree.h"

namespace tarry::analysis {

using model::MpiCall;

namespace {

constexpr std::string_view kIncomplete =
    "collective operations with missing or contradicting members";

// The part of a member, on its way to the worker that evaluates the instance.
struct MemberNotice {
  Ticks begin;
  Ticks end;
  Ticks waiting_from;
  std::uint64_t sent;
  std::uint64_t received;
  CommId comm;
  std::uint32_t sequence;  // of the instance on its communicator
  std::uint32_t member;    // communicator rank; the remote group after the local one
  model::CommRank root;
  std::uint32_t process;  // the member's place on its worker
  RecordRef record;
  model::CollectiveOp op;
  bool damaged;
  bool nonblocking;
};

struct Verdict {
  Ticks wait;
  Ticks completion;
  Rank cause_rank;
  RecordRef cause;
  std::uint32_t process;
  RecordRef record;
  CollectiveDependency dependency;
  std::uint32_t meeting;  // if some members meet: its number among those to the same worker
};

// A member may have waited for another one than the pattern of its operation tells.
struct InnerWait {
  std::size_t victim_worker;
  std::uint32_t process;  // of the victim
  AwaitedMember awaited;
  std::uint32_t call_class;
  Ticks rest;  // time of the call without the wait of the pattern
  std::int64_t evidence;
};
struct InnerVerdict {
  std::uint32_t process;
  AwaitedMember awaited;
};

// The place of every process of this worker in every communicator.
class MemberTable {
 public:
  MemberTable(const std::vector<ProcessRecords>& processes, const model::Definitions& definitions) {
    if (processes.empty()) return;
    first_ = processes.front().rank.value;
    const std::uint32_t last = processes.back().rank.value;
    places_.resize(definitions.communicators.size());
    for (std::size_t c = 0; c < places_.size(); ++c) {
      const model::Communicator& comm = definitions.communicators[c];
      std::uint32_t place = 0;
      for (const auto* group : {&comm.members, &comm.remote_members})
        for (const Rank rank : *group) {
          if (rank.value >= first_ && rank.value <= last) places_[c].push_back({rank.value, place});
          ++place;
        }
      std::sort(places_[c].begin(), places_[c].end());
    }
  }

  // Returns kNoIndex if the process is no member.
  [[nodiscard]] std::uint32_t find(CommId comm, Rank rank) const {
    const auto& places = places_[comm.index()];
    const std::size_t guess = rank.value - first_;
    if (guess < places.size() && places[guess].first == rank.value) return places[guess].second;
    const auto found =
        std::lower_bound(places.begin(), places.end(), std::pair{rank.value, std::uint32_t{0}});
    return found != places.end() && found->first == rank.value ? found->second : kNoIndex;
  }

 private:
  std::uint32_t first_ = 0;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> places_;  // by CommId
};

bool needs_partners(const model::Communicator& comm) {
  return !comm.is_self && comm.members.size() + comm.remote_members.size() > 1;
}

std::size_t evaluating_worker(CommId comm, std::uint32_t sequence, std::size_t workers) {
  return (std::size_t{comm.value} + sequence) % workers;
}

void send_members(const ProcessRecords& process, std::uint32_t place,
                  const model::Definitions& definitions, const MemberTable& members,
                  std::vector<workers::Bytes>& outgoing, model::Anomalies& anomalies) {
  std::vector<std::uint32_t> sequence(definitions.communicators.size(), 0);
  bool lost = false;  // after a call on an unknown communicator, calls cannot be counted
  for (const RecordRef ref : collectives_in_order(process)) {
    const CollectiveRecord& record = process.locations[ref.location].collectives[ref.index];
    if (!record.completed) {
      anomalies.add("collective operations begun and never completed");
      lost = true;
      continue;
    }
    const model::Communicator& comm = definitions.communicators[record.comm.index()];
    if (!needs_partners(comm)) continue;
    const std::uint32_t member = members.find(record.comm, process.rank);
    if (member == kNoIndex || lost) {
      anomalies.add(member == kNoIndex
                        ? "collective operations on communicators without the process"
                        : "collective operations after one that never completed");
      continue;
    }
    const std::uint32_t instance = sequence[record.comm.index()]++;
    const Instance& holder = process.locations[record.instance_location].instances[record.instance];
    MemberNotice notice{};
    notice.begin = record.begin;
    notice.end = record.end;
    notice.waiting_from = !record.nonblocking        ? record.begin
                          : never_waits(holder.call) ? record.end
                                                     : holder.enter;
    notice.sent = record.bytes_sent;
    notice.received = record.bytes_received;
    notice.comm = record.comm;
    notice.sequence = instance;
    notice.member = member;
    notice.root = record.root;
    notice.process = place;
    notice.record = ref;
    notice.op = record.op;
    notice.nonblocking = record.nonblocking;
    // Nobody saw the beginning of an operation in a pause.
    notice.damaged = holder.damaged || (holder.call == MpiCall::Pause && !record.nonblocking);
    workers::append(outgoing[evaluating_worker(record.comm, instance, outgoing.size())], notice);
  }
}

// The notices that arrived here. Notices of one instance are next to each other.
class InstanceTable {
 public:
  struct Entry {
    MemberNotice notice;
    std::size_t from;  // worker
  };

  InstanceTable(std::vector<workers::Bytes> incoming, std::size_t communicators)
      : workers_(incoming.size()) {
    std::vector<std::uint32_t> length(communicators, 0);  // instances of each communicator, here
    for_each(incoming, [&](const MemberNotice& notice, std::size_t) {
      length[notice.comm.index()] =
          std::max(length[notice.comm.index()], bucket_on_communicator(notice) + 1);
    });
    first_bucket_.resize(communicators + 1, 0);
    for (std::size_t c = 0; c < communicators; ++c)
      first_bucket_[c + 1] = first_bucket_[c] + length[c];
    ends_.assign(first_bucket_.back() + 1, 0);
    for_each(incoming,
             [&](const MemberNotice& notice, std::size_t) { ++ends_[bucket(notice) + 1]; });
    for (std::size_t b = 1; b < ends_.size(); ++b) ends_[b] += ends_[b - 1];
    entries_.resize(ends_.back());
    std::pmr::vector<std::size_t> next(ends_.begin(), ends_.end() - 1);
    for_each(incoming, [&](const MemberNotice& notice, std::size_t from) {
      entries_[next[bucket(notice)]++] = {notice, from};
    });
  }

  template <class Visit>
  void for_each_instance(Visit visit) {
    for (std::size_t b = 0; b + 1 < ends_.size(); ++b)
      if (ends_[b] != ends_[b + 1])
        visit(std::span(entries_).subspan(ends_[b], ends_[b + 1] - ends_[b]));
  }

 private:
  [[nodiscard]] std::uint32_t bucket_on_communicator(const MemberNotice& notice) const {
    return static_cast<std::uint32_t>(notice.sequence / workers_);
  }
  [[nodiscard]] std::size_t bucket(const MemberNotice& notice) const {
    return first_bucket_[notice.comm.index()] + bucket_on_communicator(notice);
  }
  template <class Visit>
  static void for_each(const std::vector<workers::Bytes>& incoming, Visit visit) {
    for (std::size_t from = 0; from < incoming.size(); ++from)
      for (std::size_t i = 0; i < workers::record_count<MemberNotice>(incoming[from]); ++i)
        visit(workers::record_at<MemberNotice>(incoming[from], i), from);
  }

  std::size_t workers_;
  std::vector<std::size_t> first_bucket_;  // by CommId
  std::pmr::vector<std::size_t> ends_;     // by bucket: the begin of its entries
  std::pmr::vector<Entry> entries_;
};

// Returns the index of the root among the members; kNoRoot if there is none or it is not known.
std::size_t find_root(std::span<const InstanceTable::Entry> entries, bool inter) {
  if (inter) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (entries[i].notice.root == model::kRootSelf) return i;
    return CollectiveInstance::kNoRoot;
  }
  const model::CommRank root = entries.front().notice.root;
  return root.index() < entries.size() ? root.index() : CollectiveInstance::kNoRoot;
}

bool is_sound(std::span<const InstanceTable::Entry> entries, const model::Communicator& comm) {
  if (entries.size() != comm.members.size() + comm.remote_members.size()) return false;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const MemberNotice& notice = entries[i].notice;
    if (notice.member != i || notice.damaged || notice.op != entries.front().notice.op)
      return false;
    if (!comm.is_inter && notice.root != entries.front().notice.root) return false;
  }
  return true;
}

Rank rank_of(const model::Communicator& comm, std::size_t member) {
  return member < comm.members.size() ? comm.members[member]
                                      : comm.remote_members[member - comm.members.size()];
}

// Meetings of some members, on their way to the workers of these.
class MeetingNotices {
 public:
  explicit MeetingNotices(std::size_t workers) : messages_(workers), counts_(workers) {}

  // `entries` are all members. Returns the number of the meeting by worker; kNoMeeting for workers
  // without a member in it.
  std::vector<std::uint32_t> add(std::span<const InstanceTable::Entry> entries,
                                 const std::vector<CollectiveMember>& members,
                                 const model::Communicator& comm) {
    std::vector<Rank> ranks;
    std::vector<std::uint32_t> number(messages_.size(), kNoMeeting);
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (members[i].synchronises) ranks.push_back(rank_of(comm, i));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::size_t worker = entries[i].from;
      if (!members[i].synchronises || number[worker] != kNoMeeting) continue;
      number[worker] = counts_[worker]++;
      workers::append(messages_[worker], std::uint64_t{ranks.size()});
      workers::append_all(messages_[worker], std::span<const Rank>(ranks));
    }
    return number;
  }
  std::vector<workers::Bytes> take() { return std::move(messages_); }

 private:
  std::vector<workers::Bytes> messages_;  // by worker
  std::vector<std::uint32_t> counts_;     // by worker
};

// Notes the members of an evaluated instance that may have waited for others. All members of
// barriers and n-to-n operations meet; prefix operations have a pattern for each member.
void find_inner_waits(const CollectiveInstance& instance, CollectiveShape shape,
                      std::span<const InstanceTable::Entry> entries,
                      const model::Communicator& comm, CallClasses& classes, Arrivals& arrivals,
                      std::pmr::vector<InnerWait>& found) {
  const bool is_rooted = shape == CollectiveShape::OneToN || shape == CollectiveShape::NToOne;
  const bool is_nonblocking = std::any_of(
      entries.begin(), entries.end(), [](const auto& entry) { return entry.notice.nonblocking; });
  if (!is_nonblocking && !is_rooted) return;
  if (std::none_of(
          entries.begin(), entries.end(),
          [](const auto& entry) { return entry.notice.sent != 0 || entry.notice.received != 0; }) &&
      shape != CollectiveShape::Barrier)
    return;
  bool has_arrivals = false;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const CollectiveMember& member = instance.members[i];
    const MemberNotice& notice = entries[i].notice;
    if (member.waiting_from == member.end) continue;  // completed by a test
    const Ticks from = member.waiting_from + member.wait;
    const Ticks rest = base::positive_part(member.end - from);
    const std::uint32_t call_class =
        CallClasses::of(notice.op, std::max(notice.sent, notice.received), is_nonblocking);
    classes.add_time(call_class, rest);
    if (rest <= classes.shortest_limit()) continue;
    if (!std::exchange(has_arrivals, true)) arrivals.of(instance, is_nonblocking);
    InnerWait wait{entries[i].from, notice.process, {},
                   call_class,      rest,           progress_evidence({}, {})};
    if (const std::optional<Arrival> last = arrivals.last_for(instance, i)) {
      wait.evidence = progress_evidence(last->time - from, member.end - last->time);
      wait.awaited = {
          last->time, notice.record, rank_of(comm, last->member),
          entries[last->member].notice.record,
          last->to_complete ? AwaitedEvent::Of::CompletingCall : AwaitedEvent::Of::Collective};
    }
    found.push_back(wait);
  }
}

// Returns the waits whose classes give enough evidence, for the workers of the victims. Collective
// over the transport.
std::vector<workers::Bytes> believed(std::pmr::vector<InnerWait>& found, CallClasses& classes,
                                     workers::Transport& transport) {
  classes.unite_times(transport);
  const auto is_long = [&](const InnerWait& wait) {
    return wait.rest > classes.limit(wait.call_class);
  };
  for (const InnerWait& wait : found)
    if (is_long(wait)) classes.add_evidence(wait.call_class, wait.rest, wait.evidence);
  classes.unite_evidence(transport);
  std::vector<workers::Bytes> verdicts(transport.size());
  for (const InnerWait& wait : found)
    if (is_long(wait) && wait.evidence >= kSureOfCall &&
        classes.evidence(wait.call_class, wait.rest) >= kSureOfOperations)
      workers::append(verdicts[wait.victim_worker], InnerVerdict{wait.process, wait.awaited});
  return verdicts;
}

struct InnerWaits {
  CallClasses classes;
  Arrivals arrivals;
  std::pmr::vector<InnerWait> found;
};

void evaluate(std::span<InstanceTable::Entry> entries, const model::Definitions& definitions,
              std::vector<CollectiveMember>& scratch, std::vector<workers::Bytes>& verdicts,
              MeetingNotices& meetings, InnerWaits& inner, model::Anomalies& anomalies) {
  const auto by_member = [](const auto& a, const auto& b) {
    return a.notice.member < b.notice.member;
  };
  if (!std::is_sorted(entries.begin(), entries.end(), by_member))
    std::stable_sort(entries.begin(), entries.end(), by_member);
  const model::Communicator& comm = definitions.communicators[entries.front().notice.comm.index()];
  if (!is_sound(entries, comm)) {
    anomalies.add(kIncomplete);
    return;
  }
  const CollectivePattern* pattern = collective_pattern(entries.front().notice.op);
  if (pattern == nullptr) return;

  scratch.clear();
  for (const InstanceTable::Entry& entry : entries) {
    CollectiveMember member;
    member.begin = entry.notice.begin;
    member.end = entry.notice.end;
    member.waiting_from = entry.notice.waiting_from;
    member.sent = entry.notice.sent;
    member.received = entry.notice.received;
    member.remote = entry.notice.member >= comm.members.size();
    scratch.push_back(member);
  }
  CollectiveInstance instance{scratch, find_root(entries, comm.is_inter), comm.is_inter};
  pattern->evaluate(instance);
  const bool all_meet =
      (pattern->shape == CollectiveShape::Barrier || pattern->shape == CollectiveShape::NxN) &&
      std::all_of(scratch.begin(), scratch.end(),
                  [](const auto& member) { return member.synchronises; });

  find_inner_waits(instance, pattern->shape, entries, comm, inner.classes, inner.arrivals,
                   inner.found);
  const auto meets = [](const auto& member) { return member.synchronises; };
  std::vector<std::uint32_t> meeting(verdicts.size(), all_meet ? kAllMembers : kNoMeeting);
  if (pattern->shape == CollectiveShape::NxN && !all_meet &&
      std::count_if(scratch.begin(), scratch.end(), meets) > 1)
    meeting = meetings.add(entries, scratch, comm);

  const CollectiveDependencies dependencies(pattern->shape, all_meet,
                                            entries.front().notice.sequence, instance);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const CollectiveMember& member = scratch[i];
    const CollectiveDependency dependency = dependencies.of(i);
    if (member.late_cause)
      anomalies.add("collective operations left before the last member entered (clock error)");
    if (!member.synchronises && member.wait.count == 0 && !dependency.gives &&
        !dependency.is_needing)
      continue;
    Verdict verdict{member.wait,
                    member.completion,
                    {},
                    {},
                    entries[i].notice.process,
                    entries[i].notice.record,
                    dependency,
                    member.synchronises ? meeting[entries[i].from] : kNoMeeting};
    if (member.cause != CollectiveMember::kNoMember && member.cause != i) {
      verdict.cause_rank = rank_of(comm, member.cause);
      verdict.cause = entries[member.cause].notice.record;
    }
    workers::append(verdicts[entries[i].from], verdict);
  }
}

}  // namespace

base::Status match_collectives(std::vector<ProcessRecords>& processes,
                               const model::Definitions& definitions, workers::Transport& transport,
                               PartialMeetings& partial, model::Anomalies& anomalies) {
  std::vector<workers::Bytes> outgoing(transport.size()), verdicts(transport.size());
  MeetingNotices meetings(transport.size());
  TRY(workers::do_together(transport, [&] {
    const MemberTable members(processes, definitions);
    for (std::uint32_t p = 0; p < processes.size(); ++p)
      send_members(processes[p], p, definitions, members, outgoing, anomalies);
    return base::kOk;
  }));
  std::vector<workers::Bytes> incoming = transport.exchange(std::move(outgoing));
  InnerWaits inner{CallClasses(definitions.clock.ticks_per_second), {}, {}};
  TRY(workers::do_together(transport, [&] {
    InstanceTable table(std::move(incoming), definitions.communicators.size());
    std::vector<CollectiveMember> scratch;
    table.for_each_instance([&](std::span<InstanceTable::Entry> entries) {
      evaluate(entries, definitions, scratch, verdicts, meetings, inner, anomalies);
    });
    return base::kOk;
  }));
  std::vector<std::uint32_t> first_meeting;  // by worker that found them
  for (const workers::Bytes& message : transport.exchange(meetings.take())) {
    first_meeting.push_back(static_cast<std::uint32_t>(partial.size()));
    for (workers::MessageReader reader(message); !reader.at_end();) {
      std::vector<Rank>& ranks = partial.emplace_back(reader.take<std::uint64_t>());
      reader.take_all(std::span(ranks));
    }
  }
  const std::vector<workers::Bytes> found = transport.exchange(std::move(verdicts));
  for (std::size_t worker = 0; worker < found.size(); ++worker) {
    const workers::Bytes& message = found[worker];
    for (std::size_t i = 0; i < workers::record_count<Verdict>(message); ++i) {
      const Verdict verdict = workers::record_at<Verdict>(message, i);
      CollectiveRecord& record = processes[verdict.process]
                                     .locations[verdict.record.location]
                                     .collectives[verdict.record.index];
      record.wait = verdict.wait;
      record.completion = verdict.completion;
      record.cause = verdict.cause;
      record.cause_rank = verdict.cause_rank;
      const bool is_of_some = verdict.meeting != kNoMeeting && verdict.meeting != kAllMembers;
      record.meeting = verdict.meeting + (is_of_some ? first_meeting[worker] : 0);
      record.dependency = verdict.dependency;
    }
  }
  for (const workers::Bytes& message :
       transport.exchange(believed(inner.found, inner.classes, transport)))
    for (std::size_t i = 0; i < workers::record_count<InnerVerdict>(message); ++i) {
      const auto verdict = workers::record_at<InnerVerdict>(message, i);
      processes[verdict.process].awaited_members.push_back(verdict.awaited);
    }
  return base::kOk;
}

}  // namespace tarry::analysis

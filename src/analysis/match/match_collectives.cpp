// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/match_collectives.h"

#include <algorithm>
#include <utility>

#include "analysis/match/collective_dependencies.h"
#include "analysis/match/collective_members.h"
#include "analysis/match/inner_waits.h"
#include "analysis/match/neighbor_needs.h"
#include "analysis/patterns/collective.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

constexpr std::string_view kIncomplete =
    "collective operations with missing or contradicting members";

// The results for a member, on their way back to its worker.
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

void evaluate(std::span<InstanceTable::Entry> entries, const model::Definitions& definitions,
              std::vector<CollectiveMember>& scratch, std::vector<workers::Bytes>& verdicts,
              MeetingNotices& meetings, InnerWaits& inner, NeighborNeeds& neighbor_needs,
              ClockError& clock_error, model::Anomalies& anomalies) {
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
  if (pattern->shape == CollectiveShape::Neighborhood) instance.in_neighbors = comm.in_neighbors;
  pattern->evaluate(instance);
  const bool all_meet =
      (pattern->shape == CollectiveShape::Barrier || pattern->shape == CollectiveShape::NxN) &&
      std::all_of(scratch.begin(), scratch.end(),
                  [](const auto& member) { return member.synchronises; });

  inner.find(instance, pattern->shape, entries, comm);
  const auto meets = [](const auto& member) { return member.synchronises; };
  std::vector<std::uint32_t> meeting(verdicts.size(), all_meet ? kAllMembers : kNoMeeting);
  if (pattern->shape == CollectiveShape::NxN && !all_meet &&
      std::count_if(scratch.begin(), scratch.end(), meets) > 1)
    meeting = meetings.add(entries, scratch, comm);

  const CollectiveDependencies dependencies(pattern->shape, all_meet,
                                            entries.front().notice.sequence, instance);
  const std::span<const std::uint32_t> needing = neighbor_needs.add(instance, entries, comm);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const CollectiveMember& member = scratch[i];
    CollectiveDependency dependency = dependencies.of(i);
    if (!needing.empty()) dependency.gives = needing[i] != 0;
    if (member.late_cause) {
      if (member.cause != CollectiveMember::kNoMember)
        clock_error.add(scratch[member.cause].begin - member.end);
      anomalies.add("collective operations left before the last member entered (clock error)");
    }
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
                               PartialMeetings& partial, ClockError& clock_error,
                               model::Anomalies& anomalies) {
  std::vector<workers::Bytes> notices(transport.size()), verdicts(transport.size());
  MeetingNotices meetings(transport.size());
  TRY(workers::do_together(transport, [&] {
    notices = member_notices(processes, definitions, transport.size(), anomalies);
    return base::kOk;
  }));
  notices = transport.exchange(std::move(notices));
  InnerWaits inner(definitions.clock.ticks_per_second);
  NeighborNeeds neighbor_needs(transport.size());
  TRY(workers::do_together(transport, [&] {
    InstanceTable table(notices, definitions.communicators.size());
    notices.clear();
    std::vector<CollectiveMember> scratch;
    table.for_each_instance([&](std::span<InstanceTable::Entry> entries) {
      evaluate(entries, definitions, scratch, verdicts, meetings, inner, neighbor_needs,
               clock_error, anomalies);
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
  inner.conclude(processes, transport);
  neighbor_needs.conclude(processes, transport);
  return base::kOk;
}

}  // namespace tarry::analysis

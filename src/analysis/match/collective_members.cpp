// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/collective_members.h"

#include <algorithm>
#include <utility>

#include "analysis/patterns/collective.h"

namespace tarry::analysis {
namespace {

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
    notice.damaged =
        holder.damaged || (holder.call == model::MpiCall::Pause && !record.nonblocking);
    workers::append(outgoing[evaluating_worker(record.comm, instance, outgoing.size())], notice);
  }
}

// Calls visit(notice, worker) for all notices.
template <class Visit>
void for_each_notice(const std::vector<workers::Bytes>& incoming, Visit visit) {
  for (std::size_t from = 0; from < incoming.size(); ++from)
    for (std::size_t i = 0; i < workers::record_count<MemberNotice>(incoming[from]); ++i)
      visit(workers::record_at<MemberNotice>(incoming[from], i), from);
}

}  // namespace

std::vector<workers::Bytes> member_notices(const std::vector<ProcessRecords>& processes,
                                           const model::Definitions& definitions,
                                           std::size_t worker_count, model::Anomalies& anomalies) {
  std::vector<workers::Bytes> outgoing(worker_count);
  const MemberTable members(processes, definitions);
  for (std::uint32_t p = 0; p < processes.size(); ++p)
    send_members(processes[p], p, definitions, members, outgoing, anomalies);
  return outgoing;
}

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

InstanceTable::InstanceTable(const std::vector<workers::Bytes>& incoming, std::size_t communicators)
    : workers_(incoming.size()) {
  std::vector<std::uint32_t> length(communicators, 0);  // instances of each communicator, here
  for_each_notice(incoming, [&](const MemberNotice& notice, std::size_t) {
    length[notice.comm.index()] =
        std::max(length[notice.comm.index()], bucket_on_communicator(notice) + 1);
  });
  first_bucket_.resize(communicators + 1, 0);
  for (std::size_t c = 0; c < communicators; ++c)
    first_bucket_[c + 1] = first_bucket_[c] + length[c];
  ends_.assign(first_bucket_.back() + 1, 0);
  for_each_notice(incoming,
                  [&](const MemberNotice& notice, std::size_t) { ++ends_[bucket(notice) + 1]; });
  for (std::size_t b = 1; b < ends_.size(); ++b) ends_[b] += ends_[b - 1];
  entries_.resize(ends_.back());
  std::pmr::vector<std::size_t> next(ends_.begin(), ends_.end() - 1);
  for_each_notice(incoming, [&](const MemberNotice& notice, std::size_t from) {
    entries_[next[bucket(notice)]++] = {notice, from};
  });
}

}  // namespace tarry::analysis

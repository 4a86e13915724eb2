// SPDX-License-Identifier: BSD-3-Clause
// Collective calls on windows and files. The n-th call of a member on one of them belongs to
// instance n.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "analysis/match/match_rma.h"
#include "analysis/patterns/early_fence.h"
#include "analysis/patterns/wait_at_window.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

// The part of a member, on its way to the worker that evaluates the instance.
struct WindowNotice {
  Ticks begin;
  Ticks end;
  model::WindowId window;
  std::uint32_t sequence;
  std::uint32_t member;   // rank in the window's communicator
  std::uint32_t process;  // the member's place on its worker
  RecordRef record;
  RmaKind kind;
  bool damaged;
};

struct WindowVerdict {
  Ticks wait;
  Ticks completion;
  Rank cause_rank;
  RecordRef cause;
  std::uint32_t process;
  std::uint32_t sequence;
  RecordRef record;
};

// Tells a process that another one accessed it before its fence.
struct Access {
  model::WindowId window;
  std::uint32_t sequence;
  std::uint32_t process;  // the target's place on its worker
  Rank origin;
  Ticks last_leave;
};

class WindowCalls {
 public:
  explicit WindowCalls(RmaMatching& matching)
      : m_(matching),
        notices_(matching.transport.size()),
        accesses_(matching.transport.size()),
        verdicts_(matching.transport.size()) {}

  base::Status run() {
    TRY(workers::do_together(m_.transport, [&] {
      for (std::uint32_t p = 0; p < m_.processes.size(); ++p) tell(p);
    }));
    std::vector<workers::Bytes> notices = m_.transport.exchange(std::move(notices_));
    std::vector<workers::Bytes> accesses = m_.transport.exchange(std::move(accesses_));
    TRY(workers::do_together(m_.transport, [&] { evaluate(std::move(notices)); }));
    const std::vector<workers::Bytes> verdicts = m_.transport.exchange(std::move(verdicts_));
    return workers::do_together(m_.transport, [&] {
      hear_of_accesses(accesses);
      for (std::uint32_t p = 0; p < m_.processes.size(); ++p) count_pairs(p);
      for (const workers::Bytes& message : verdicts)
        for (std::size_t i = 0; i < workers::record_count<WindowVerdict>(message); ++i)
          apply(workers::record_at<WindowVerdict>(message, i));
    });
  }

 private:
  struct Entry {
    WindowNotice notice;
    std::size_t from;  // worker
  };
  struct Accessed {
    std::set<Rank> by;
    Ticks last_leave{INT64_MIN};
  };
  using Instances = std::map<std::tuple<std::uint32_t, model::WindowId, std::uint32_t>, Accessed>;

  [[nodiscard]] const model::Communicator& comm_of(model::WindowId window) const {
    return m_.definitions.communicators[communicator_of(m_.definitions, window).index()];
  }

  void tell(std::uint32_t p) {
    const Rank rank = m_.processes[p].rank;
    std::map<model::WindowId, std::uint32_t> places;  // of the process
    for (const RmaCollectiveCall& call : m_.epochs[p].collectives) {
      const RmaRecord& record = m_.record(p, call.record);
      for (const RmaPeer& peer : m_.peers(p, call.first_peer, call.end_peer)) {
        const std::size_t worker = m_.partition.worker_of(peer.rank);
        if (record.kind != RmaKind::Fence || peer.rank == rank || worker == Partition::kNobody)
          continue;
        workers::append(accesses_[worker],
                        Access{record.window, call.sequence, m_.partition.place_of(peer.rank), rank,
                               peer.last_leave});
      }
      if (comm_of(record.window).has_one_member()) continue;
      const auto [place, is_new] = places.try_emplace(record.window, kNoIndex);
      if (is_new) place->second = m_.place_in(record.window, rank);
      const std::uint32_t member = place->second;
      if (member == kNoIndex) {
        m_.anomalies.add("operations on windows or files without the process");
        continue;
      }
      const WindowNotice notice{
          m_.collective(p, call.record).begin,
          record.kind == RmaKind::File ? m_.instance(p, call.record).leave : record.time,
          record.window,
          call.sequence,
          member,
          p,
          call.record,
          record.kind,
          m_.is_damaged(p, call.record)};
      workers::append(
          notices_[(std::size_t{record.window.value} + call.sequence) % notices_.size()], notice);
    }
  }

  void evaluate(std::vector<workers::Bytes> notices) {
    std::pmr::vector<Entry> all;
    for (std::size_t from = 0; from < notices.size(); ++from)
      for (std::size_t i = 0; i < workers::record_count<WindowNotice>(notices[from]); ++i)
        all.push_back({workers::record_at<WindowNotice>(notices[from], i), from});
    const auto key = [](const Entry& entry) {
      return std::tuple(entry.notice.window, entry.notice.sequence, entry.notice.member);
    };
    std::sort(all.begin(), all.end(),
              [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
    for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
      const auto is_same = [&](const Entry& entry) {
        return entry.notice.window == all[first].notice.window &&
               entry.notice.sequence == all[first].notice.sequence;
      };
      while (end < all.size() && is_same(all[end])) ++end;
      evaluate(std::span(all).subspan(first, end - first));
    }
  }

  [[nodiscard]] static bool is_sound(std::span<const Entry> entries,
                                     const model::Communicator& comm) {
    if (entries.size() != comm.members.size()) return false;
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (entries[i].notice.member != i || entries[i].notice.damaged ||
          entries[i].notice.kind != entries.front().notice.kind)
        return false;
    return true;
  }

  void evaluate(std::span<const Entry> entries) {
    const model::Communicator& comm = comm_of(entries.front().notice.window);
    if (!is_sound(entries, comm))
      return m_.anomalies.add(
          "collective calls on windows or files with missing or contradicting members");
    std::vector<CollectiveMember> members(entries.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
      members[i].begin = members[i].waiting_from = entries[i].notice.begin;
      members[i].end = entries[i].notice.end;
    }
    CollectiveInstance instance{members};
    wait_at_window(instance);
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (!members[i].synchronises) continue;
      const WindowNotice& notice = entries[i].notice;
      const std::size_t cause = members[i].cause;
      workers::append(verdicts_[entries[i].from],
                      WindowVerdict{members[i].wait, members[i].completion, comm.members[cause],
                                    entries[cause].notice.record, notice.process, notice.sequence,
                                    notice.record});
    }
  }

  void hear_of_accesses(const std::vector<workers::Bytes>& accesses) {
    for (const workers::Bytes& message : accesses)
      for (std::size_t i = 0; i < workers::record_count<Access>(message); ++i) {
        const auto access = workers::record_at<Access>(message, i);
        Accessed& accessed = accessed_[{access.process, access.window, access.sequence}];
        accessed.by.insert(access.origin);
        accessed.last_leave = std::max(accessed.last_leave, access.last_leave);
      }
  }

  void count_pairs(std::uint32_t p) {
    const Rank rank = m_.processes[p].rank;
    for (const RmaCollectiveCall& call : m_.epochs[p].collectives) {
      const RmaRecord& record = m_.record(p, call.record);
      if (record.kind != RmaKind::Fence) continue;
      const model::Communicator& comm = comm_of(record.window);
      std::set<Rank> involved;
      if (const auto found = accessed_.find({p, record.window, call.sequence});
          found != accessed_.end())
        involved = found->second.by;
      for (const RmaPeer& peer : m_.peers(p, call.first_peer, call.end_peer))
        if (peer.rank != rank) involved.insert(peer.rank);
      const auto members = static_cast<std::uint32_t>(comm.is_self ? 1 : comm.members.size());
      if (members > 1)
        m_.processes[p].locations[call.record.location].rma.pair_syncs.push_back(
            {call.record.index, members - 1, static_cast<std::uint32_t>(involved.size())});
    }
  }

  void apply(const WindowVerdict& verdict) {
    LocationRecords& records = m_.processes[verdict.process].locations[verdict.record.location];
    const RmaRecord& record = records.rma.records[verdict.record.index];
    RmaCollective& collective = records.rma.collectives[record.detail];
    collective.all_meet = true;
    collective.completion = verdict.completion;
    collective.last_begin = collective.begin + verdict.wait;
    collective.sequence = verdict.sequence;
    if (verdict.wait.count == 0) return;
    RmaWait wait;
    wait.amount = verdict.wait;
    wait.instance = record.instance;
    wait.record = verdict.record;
    wait.cause_rank = verdict.cause_rank;
    wait.cause = verdict.cause;
    wait.kind = record.kind == RmaKind::Create ? RmaWaitKind::Create
                : record.kind == RmaKind::Free ? RmaWaitKind::Free
                : record.kind == RmaKind::File ? RmaWaitKind::File
                                               : RmaWaitKind::Fence;
    if (record.kind == RmaKind::Fence) {
      const auto found = accessed_.find({verdict.process, record.window, verdict.sequence});
      if (found != accessed_.end())
        wait.part = early_fence(found->second.last_leave, records.instances[record.instance].enter,
                                record.time, wait.amount);
    }
    records.rma.waits.push_back(wait);
  }

  RmaMatching& m_;
  std::vector<workers::Bytes> notices_, accesses_, verdicts_;  // by worker
  Instances accessed_;                                         // by process, window, sequence
};

}  // namespace

base::Status match_window_calls(RmaMatching& matching) { return WindowCalls(matching).run(); }

}  // namespace tarry::analysis

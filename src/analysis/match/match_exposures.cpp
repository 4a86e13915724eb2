// SPDX-License-Identifier: BSD-3-Clause
// Start and complete on the one side, post and wait on the other: the n-th access epoch of a
// process to another one belongs to the n-th exposure epoch of that one to it.
#include <algorithm>
#include <tuple>

#include "analysis/match/match_rma.h"
#include "analysis/patterns/early_wait.h"
#include "analysis/patterns/late_post.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

constexpr const char* kWithoutPartner =
    "one-sided epochs of which another process has no counterpart";
constexpr const char* kDamaged = "wait states not looked for because their region was never left";

// The part of an epoch that one side tells the other.
struct Notice {
  std::uint32_t process;  // place of the other process on its worker
  model::WindowId window;
  Rank rank;  // of the process that tells
  std::uint32_t ordinal;
  RecordRef record;  // post, or complete
  Ticks enter;       // of its instance
  Ticks leave;
  Ticks last_access;    // of an access epoch: end of the last operation on the other
  std::uint32_t peers;  // of the epoch
  bool is_accessed;
  bool damaged;
};

auto key(const Notice& notice) {
  return std::tuple(notice.process, notice.window, notice.rank, notice.ordinal);
}

// The notices of one side that arrived here.
class Notices {
 public:
  explicit Notices(const std::vector<workers::Bytes>& messages) {
    for (const workers::Bytes& message : messages)
      for (std::size_t i = 0; i < workers::record_count<Notice>(message); ++i)
        all_.push_back(workers::record_at<Notice>(message, i));
    std::sort(all_.begin(), all_.end(),
              [](const Notice& a, const Notice& b) { return key(a) < key(b); });
  }

  // Returns nullptr if there is none.
  [[nodiscard]] const Notice* find(std::uint32_t process, model::WindowId window,
                                   const RmaPeer& peer) const {
    const std::tuple wanted(process, window, peer.rank, peer.ordinal);
    const auto found =
        std::lower_bound(all_.begin(), all_.end(), wanted,
                         [](const Notice& notice, const auto& of) { return key(notice) < of; });
    return found != all_.end() && key(*found) == wanted ? &*found : nullptr;
  }

 private:
  std::pmr::vector<Notice> all_;
};

class Exposures {
 public:
  explicit Exposures(RmaMatching& matching)
      : m_(matching), posts_(matching.transport.size()), completes_(matching.transport.size()) {}

  base::Status run() {
    TRY(workers::do_together(m_.transport, [&] {
      for (std::uint32_t p = 0; p < m_.processes.size(); ++p) tell(p);
    }));
    const std::vector<workers::Bytes> posts = m_.transport.exchange(std::move(posts_));
    const std::vector<workers::Bytes> completes = m_.transport.exchange(std::move(completes_));
    return workers::do_together(m_.transport, [&] {
      const Notices of_posts(posts), of_completes(completes);
      for (std::uint32_t p = 0; p < m_.processes.size(); ++p) {
        for (const RmaAccessEpoch& epoch : m_.epochs[p].accesses) access(p, epoch, of_posts);
        for (const RmaExposureEpoch& epoch : m_.epochs[p].exposures)
          exposure(p, epoch, of_completes);
      }
    });
  }

 private:
  // The latest notice that an epoch needs; among equals, that of the lowest rank.
  struct Latest {
    const Notice* notice = nullptr;
    bool is_whole = true;  // all notices are there, with times
  };

  void tell(std::uint32_t p) {
    for (const RmaAccessEpoch& epoch : m_.epochs[p].accesses)
      tell(p, epoch.complete, epoch.first_peer, epoch.end_peer, completes_);
    for (const RmaExposureEpoch& epoch : m_.epochs[p].exposures)
      tell(p, epoch.post, epoch.first_peer, epoch.end_peer, posts_);
  }

  void tell(std::uint32_t p, RecordRef record, std::uint32_t first, std::uint32_t end,
            std::vector<workers::Bytes>& outgoing) {
    const Instance& instance = m_.instance(p, record);
    for (const RmaPeer& peer : m_.peers(p, first, end)) {
      const std::size_t worker = m_.partition.worker_of(peer.rank);
      if (worker == Partition::kNobody) continue;
      workers::append(
          outgoing[worker],
          Notice{m_.partition.place_of(peer.rank), m_.record(p, record).window,
                 m_.processes[p].rank, peer.ordinal, record, instance.enter, instance.leave,
                 peer.last_leave, end - first, peer.is_accessed, m_.is_damaged(p, record)});
    }
  }

  template <class Visit>
  Latest latest(std::uint32_t p, model::WindowId window, std::span<const RmaPeer> peers,
                const Notices& notices, Visit visit) {
    Latest out;
    for (const RmaPeer& peer : peers) {
      const Notice* notice = notices.find(p, window, peer);
      out.is_whole &= notice != nullptr && !notice->damaged;
      if (notice == nullptr) {
        m_.anomalies.add(kWithoutPartner);
        continue;
      }
      visit(*notice);
      const auto is_later = [&](const Notice& than) {
        return notice->enter > than.enter ||
               (notice->enter == than.enter &&
                m_.place_in(window, notice->rank) < m_.place_in(window, than.rank));
      };
      if (out.notice == nullptr || is_later(*out.notice)) out.notice = notice;
    }
    return out;
  }

  static void add(ProcessRecords& process, Sibling location, RmaWait wait) {
    process.locations[location].rma.waits.push_back(wait);
  }

  static RmaWait wait_for(RmaWaitKind kind, Ticks amount, std::uint32_t instance, RecordRef record,
                          const Notice& cause) {
    RmaWait wait;
    wait.kind = kind;
    wait.amount = amount;
    wait.instance = instance;
    wait.record = record;
    wait.cause_rank = cause.rank;
    wait.cause = cause.record;
    wait.cause_leave = cause.leave;
    return wait;
  }

  void access(std::uint32_t p, const RmaAccessEpoch& epoch, const Notices& posts) {
    ProcessRecords& process = m_.processes[p];
    const RmaRecord& complete = m_.record(p, epoch.complete);
    const auto peers = m_.peers(p, epoch.first_peer, epoch.end_peer);
    const auto involved = static_cast<std::uint32_t>(std::count_if(
        peers.begin(), peers.end(), [](const RmaPeer& peer) { return peer.is_accessed; }));
    process.locations[epoch.complete.location].rma.pair_syncs.push_back(
        {epoch.complete.index, static_cast<std::uint32_t>(peers.size()), involved});
    std::vector<const Notice*> all;
    const Latest last = latest(p, complete.window, peers, posts,
                               [&](const Notice& notice) { all.push_back(&notice); });
    RecordRef needing = epoch.complete;
    if (last.notice != nullptr && last.is_whole) {
      if (m_.is_damaged(p, epoch.complete) || m_.is_damaged(p, epoch.start)) {
        m_.anomalies.add(kDamaged);
      } else if (const auto found = late_post_of(p, epoch, last.notice->enter)) {
        const auto [where, amount] = *found;
        needing = where;
        add(process, where.location,
            wait_for(RmaWaitKind::LatePost, amount, m_.record(p, where).instance, where,
                     *last.notice));
      }
    }
    for (const Notice* post : all)
      process.locations[needing.location].rma.dependencies.push_back(
          {m_.record(p, needing).instance, post->peers, post->enter, post->rank, post->record});
  }

  // Returns the call that waits for a post at that time, and the length of the wait.
  [[nodiscard]] std::optional<std::pair<RecordRef, Ticks>> late_post_of(std::uint32_t p,
                                                                        const RmaAccessEpoch& epoch,
                                                                        Ticks post) const {
    const Instance& complete = m_.instance(p, epoch.complete);
    const Instance& start = m_.instance(p, epoch.start);
    const auto late = late_post(post, {complete.enter, m_.record(p, epoch.complete).time,
                                       complete.leave, start.enter, start.leave});
    if (late)
      return std::pair(late->where == LatePostIn::Complete ? epoch.complete : epoch.start,
                       late->wait);
    for (std::uint32_t at = epoch.first; at < epoch.end; ++at) {
      const RecordRef ref = m_.epochs[p].order[at];
      const RmaRecord& record = m_.record(p, ref);
      if (record.kind != RmaKind::Operation || record.window != m_.record(p, epoch.start).window)
        continue;
      const Instance& instance = m_.instance(p, ref);
      const Ticks wait = late_post_in_operation(post, record.time, instance.leave);
      if (wait.count != 0 && !instance.damaged) return std::pair(ref, wait);
    }
    return std::nullopt;
  }

  void exposure(std::uint32_t p, const RmaExposureEpoch& epoch, const Notices& completes) {
    ProcessRecords& process = m_.processes[p];
    const RmaRecord& record = m_.record(p, epoch.wait);
    RmaRecords& rma = process.locations[epoch.wait.location].rma;
    const auto peers = m_.peers(p, epoch.first_peer, epoch.end_peer);
    std::uint32_t involved = 0;
    Ticks last_access{INT64_MIN};
    std::vector<const Notice*> all;
    const Latest last = latest(p, record.window, peers, completes, [&](const Notice& notice) {
      all.push_back(&notice);
      involved += notice.is_accessed;
      if (notice.is_accessed) last_access = std::max(last_access, notice.last_access);
    });
    const Instance& instance = m_.instance(p, epoch.wait);
    if (model::never_waits(instance.call)) return;
    rma.pair_syncs.push_back(
        {epoch.wait.index, static_cast<std::uint32_t>(peers.size()), involved});
    for (const Notice* complete : all)
      rma.dependencies.push_back(
          {record.instance, complete->peers, complete->enter, complete->rank, complete->record});
    if (last.notice == nullptr || !last.is_whole) return;
    if (m_.is_damaged(p, epoch.wait)) return m_.anomalies.add(kDamaged);
    const Ticks amount = early_wait(last.notice->enter, instance.enter, instance.leave);
    if (last.notice->enter > instance.leave)
      m_.anomalies.add("exposure epochs left before the last access was completed (clock error)");
    if (amount.count == 0) return;
    RmaWait wait =
        wait_for(RmaWaitKind::EarlyWait, amount, record.instance, epoch.wait, *last.notice);
    wait.part = late_complete(last.notice->enter, last_access, instance.enter, instance.leave);
    add(process, epoch.wait.location, wait);
  }

  RmaMatching& m_;
  std::vector<workers::Bytes> posts_, completes_;  // by worker
};

}  // namespace

base::Status match_exposures(RmaMatching& matching) { return Exposures(matching).run(); }

}  // namespace tarry::analysis

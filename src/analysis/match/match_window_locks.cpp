// SPDX-License-Identifier: BSD-3-Clause
// Locks of windows. The lock epochs of all origins at one target come together at its worker. It
// finds for each epoch the conflicting one that ended last before it.
#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/match/match_rma.h"
#include "analysis/patterns/rma_lock.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

// An epoch, told to the worker of its target.
struct LockNotice {
  Ticks end;  // L(unlock)
  model::WindowId window;
  Rank target;
  Rank origin;
  std::uint32_t process;  // the origin's place on its worker
  std::uint32_t epoch;
  RecordRef unlock;
  bool is_exclusive;
  bool is_everywhere;  // one lock of all targets
};

// Tells the owner of an epoch which other epoch excluded it before.
struct Reply {
  Ticks released;
  Rank target;
  Rank holder;
  std::uint32_t process;
  std::uint32_t epoch;
  // The number of epochs that the other one excluded; kNoIndex if they are at several targets.
  std::uint32_t needs;
  RecordRef unlock;  // of the holder
};

struct Entry {
  LockNotice notice;
  std::size_t from;  // worker
};

// The epochs that ended last, of two different origins. At least one of them is not that of the
// origin that asks.
class LastOfTwo {
 public:
  void add(const Entry& entry, std::size_t index) {
    if (last_ != kNone && origin_ != entry.notice.origin) {
      before_ = last_;
    }
    origin_ = entry.notice.origin;
    last_ = index;
  }
  [[nodiscard]] std::size_t of_another(Rank origin) const {
    return last_ == kNone || origin_ != origin ? last_ : before_;
  }

  static constexpr std::size_t kNone = ~std::size_t{0};

 private:
  std::size_t last_ = kNone, before_ = kNone;
  Rank origin_;
};

class WindowLocks {
 public:
  explicit WindowLocks(RmaMatching& matching)
      : m_(matching), notices_(matching.transport.size()), replies_(matching.transport.size()) {}

  base::Status run() {
    TRY(workers::do_together(m_.transport, [&] {
      for (std::uint32_t p = 0; p < m_.processes.size(); ++p) tell(p);
    }));
    std::vector<workers::Bytes> notices = m_.transport.exchange(std::move(notices_));
    TRY(workers::do_together(m_.transport, [&] { find_conflicts(std::move(notices)); }));
    const std::vector<workers::Bytes> replies = m_.transport.exchange(std::move(replies_));
    return workers::do_together(m_.transport, [&] {
      for (const workers::Bytes& message : replies)
        for (std::size_t i = 0; i < workers::record_count<Reply>(message); ++i)
          apply(workers::record_at<Reply>(message, i));
      for (const auto& [place, wait] : waits_)
        m_.processes[std::get<0>(place)].locations[std::get<1>(place)].rma.waits.push_back(wait);
    });
  }

 private:
  void tell(std::uint32_t p) {
    const std::pmr::vector<RmaLockEpoch>& epochs = m_.epochs[p].locks;
    for (std::uint32_t e = 0; e < epochs.size(); ++e) {
      const RmaRecord& lock = m_.record(p, epochs[e].lock);
      if (m_.is_damaged(p, epochs[e].lock) || m_.is_damaged(p, epochs[e].unlock)) {
        m_.anomalies.add("wait states not looked for because their region was never left");
        continue;
      }
      LockNotice notice{m_.instance(p, epochs[e].unlock).leave,
                        lock.window,
                        lock.target,
                        m_.processes[p].rank,
                        p,
                        e,
                        epochs[e].unlock,
                        lock.is_exclusive,
                        !lock.target.valid()};
      if (lock.target.valid()) {
        tell(notice);
        continue;
      }
      const model::WindowId window = lock.window;
      for (const Rank member :
           m_.definitions.communicators[m_.definitions.windows[window.index()].comm.index()]
               .members) {
        notice.target = member;
        tell(notice);
      }
    }
  }

  void tell(const LockNotice& notice) {
    const std::size_t worker = m_.partition.worker_of(notice.target);
    if (worker != Partition::kNobody) workers::append(notices_[worker], notice);
  }

  void find_conflicts(std::vector<workers::Bytes> notices) {
    std::pmr::vector<Entry> all;
    for (std::size_t from = 0; from < notices.size(); ++from)
      for (std::size_t i = 0; i < workers::record_count<LockNotice>(notices[from]); ++i)
        all.push_back({workers::record_at<LockNotice>(notices[from], i), from});
    std::sort(all.begin(), all.end(),
              [this](const Entry& a, const Entry& b) { return ends_before(a.notice, b.notice); });
    std::pmr::vector<std::size_t> conflict(all.size(), LastOfTwo::kNone);
    std::pmr::vector<std::uint32_t> needs(all.size());
    for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
      const auto is_same = [&](const Entry& entry) {
        return entry.notice.window == all[first].notice.window &&
               entry.notice.target == all[first].notice.target;
      };
      while (end < all.size() && is_same(all[end])) ++end;
      at_target(all, first, end, conflict);
    }
    for (const std::size_t last : conflict)
      if (last != LastOfTwo::kNone) ++needs[last];
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (conflict[i] == LastOfTwo::kNone) continue;
      const LockNotice& own = all[i].notice;
      const LockNotice& holder = all[conflict[i]].notice;
      workers::append(replies_[all[i].from],
                      Reply{holder.end, own.target, holder.origin, own.process, own.epoch,
                            holder.is_everywhere ? kNoIndex : needs[conflict[i]], holder.unlock});
    }
  }

  // Epochs of one target are next to each other. Among epochs that end at the same time, that of
  // the lowest rank, for which others wait, is the last.
  [[nodiscard]] bool ends_before(const LockNotice& a, const LockNotice& b) const {
    const auto time = [](const LockNotice& of) { return std::tuple(of.window, of.target, of.end); };
    if (time(a) != time(b)) return time(a) < time(b);
    return a.origin == b.origin ? a.epoch < b.epoch : is_lower(a.window, b.origin, a.origin);
  }

  [[nodiscard]] bool is_lower(model::WindowId window, Rank a, Rank b) const {
    return std::tuple(m_.place_in(window, a), a) < std::tuple(m_.place_in(window, b), b);
  }

  // Epochs that end at the same time do not wait for each other.
  static void at_target(const std::pmr::vector<Entry>& all, std::size_t first, std::size_t end,
                        std::pmr::vector<std::size_t>& conflict) {
    LastOfTwo any, exclusive;
    for (std::size_t next = first; first < end; first = next) {
      while (next < end && all[next].notice.end == all[first].notice.end) ++next;
      for (std::size_t i = first; i < next; ++i) {
        const LockNotice& notice = all[i].notice;
        conflict[i] = (notice.is_exclusive ? any : exclusive).of_another(notice.origin);
      }
      for (std::size_t i = first; i < next; ++i) {
        any.add(all[i], i);
        if (all[i].notice.is_exclusive) exclusive.add(all[i], i);
      }
    }
  }

  // The release let the first call of the epoch go on that ends after it.
  void apply(const Reply& reply) {
    const RmaLockEpoch& epoch = m_.epochs[reply.process].locks[reply.epoch];
    const model::WindowId window = m_.record(reply.process, epoch.lock).window;
    for (std::uint32_t at = epoch.first; at <= epoch.end; ++at) {
      const RecordRef ref = m_.epochs[reply.process].order[at];
      const RmaRecord& record = m_.record(reply.process, ref);
      const Instance& instance = m_.instance(reply.process, ref);
      const bool is_of_epoch = record.window == window && is_call_of_lock(record.kind) &&
                               (!record.target.valid() || record.target == reply.target);
      if (!is_of_epoch || instance.leave <= reply.released || instance.damaged) continue;
      if (instance.enter >= reply.released) return;  // it has not waited
      RmaRecords& rma = m_.processes[reply.process].locations[ref.location].rma;
      rma.dependencies.push_back(
          {record.instance, reply.needs, reply.released, reply.holder, reply.unlock});
      const Ticks amount = lock_competition(reply.released, instance.enter, instance.leave);
      if (amount.count != 0) keep_longest(reply, ref, amount);
      return;
    }
  }

  static bool is_call_of_lock(RmaKind kind) {
    return kind == RmaKind::Lock || kind == RmaKind::Acquire || kind == RmaKind::Unlock ||
           kind == RmaKind::Operation || kind == RmaKind::Completion;
  }

  // A call that locks several targets has one wait state.
  void keep_longest(const Reply& reply, RecordRef ref, Ticks amount) {
    const RmaRecord& record = m_.record(reply.process, ref);
    RmaWait wait;
    wait.kind = RmaWaitKind::Lock;
    wait.amount = amount;
    wait.instance = record.instance;
    wait.record = ref;
    wait.cause_rank = reply.holder;
    wait.cause = reply.unlock;
    wait.cause_leave = reply.released;
    RmaWait& longest =
        waits_.try_emplace({reply.process, ref.location, wait.instance}, wait).first->second;
    const bool is_better = wait.amount != longest.amount ? wait.amount > longest.amount
                           : wait.cause_rank != longest.cause_rank
                               ? is_lower(record.window, wait.cause_rank, longest.cause_rank)
                               : wait.cause < longest.cause;
    if (is_better) longest = wait;
  }

  RmaMatching& m_;
  std::vector<workers::Bytes> notices_, replies_;  // by worker
  std::map<std::tuple<std::uint32_t, Sibling, std::uint32_t>, RmaWait> waits_;
};

}  // namespace

base::Status match_window_locks(RmaMatching& matching) { return WindowLocks(matching).run(); }

}  // namespace tarry::analysis

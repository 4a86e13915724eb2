// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/rma_epochs.h"

#include <algorithm>
#include <map>
#include <optional>

namespace tarry::analysis {
namespace {

constexpr const char* kWithoutBegin = "one-sided epochs whose begin was not recorded";
constexpr const char* kWithoutEnd = "one-sided epochs that never ended";

class EpochBuilder {
 public:
  EpochBuilder(const ProcessRecords& process, const model::Definitions& definitions,
               model::Anomalies& anomalies)
      : process_(process), definitions_(definitions), anomalies_(anomalies) {}

  RmaEpochs run() {
    out_.order = rma_in_order(process_);
    for (at_ = 0; at_ < out_.order.size(); ++at_) take(out_.order[at_]);
    for (const auto& [id, window] : windows_)
      anomalies_.add(kWithoutEnd,
                     (window.access ? 1u : 0u) + (window.exposure ? 1u : 0u) + window.locks.size());
    return std::move(out_);
  }

 private:
  using LastLeaves = std::map<Rank, Ticks>;  // of operations, by target

  struct OpenAccess {
    RecordRef start;
    std::uint32_t first = 0;
    std::vector<RmaPeer> peers;
    LastLeaves accessed;
  };
  struct OpenExposure {
    RecordRef post;
    std::vector<RmaPeer> peers;
  };
  struct OpenLock {
    RecordRef lock;
    std::uint32_t first = 0;
  };
  struct Window {
    std::uint32_t sequence = 0;  // collective calls so far
    LastLeaves since_fence;
    std::optional<OpenAccess> access;
    std::optional<OpenExposure> exposure;
    std::map<Rank, std::uint32_t> accesses, exposures;  // so far, by the other process
    std::map<Rank, OpenLock> locks;                     // by target; !valid(): of all
  };

  [[nodiscard]] const RmaRecord& record(RecordRef ref) const {
    return process_.locations[ref.location].rma.records[ref.index];
  }
  [[nodiscard]] Ticks leave(RecordRef ref) const {
    return process_.locations[ref.location].instances[record(ref).instance].leave;
  }

  void take(RecordRef ref) {
    const RmaRecord& it = record(ref);
    Window& window = windows_[it.window];
    switch (it.kind) {
      case RmaKind::Create:
      case RmaKind::Free:
      case RmaKind::Fence:
      case RmaKind::File:
        return collective(ref, window);
      case RmaKind::Start:
        return start(ref, window);
      case RmaKind::Complete:
        return complete(ref, window);
      case RmaKind::Post:
        return post(ref, window);
      case RmaKind::Wait:
        return wait(ref, window);
      case RmaKind::Lock:
        return lock(ref, window);
      case RmaKind::Acquire:
        if (!window.locks.contains(it.target)) lock(ref, window);
        return;
      case RmaKind::Unlock:
        return unlock(ref, window);
      case RmaKind::Operation:
        return operation(ref, window);
      case RmaKind::Completion:
        return;
    }
  }

  std::vector<RmaPeer> peers_of(model::GroupId group, std::map<Rank, std::uint32_t>& counts) const {
    std::vector<RmaPeer> peers;
    for (const Rank rank : definitions_.groups[group.index()]) {
      RmaPeer peer;
      peer.rank = rank;
      peer.ordinal = counts[rank]++;
      peers.push_back(peer);
    }
    return peers;
  }

  std::uint32_t next_peer() const { return static_cast<std::uint32_t>(out_.peers.size()); }

  void collective(RecordRef ref, Window& window) {
    RmaCollectiveCall call;
    call.record = ref;
    call.sequence = window.sequence++;
    call.first_peer = next_peer();
    for (const auto& [rank, last_leave] : window.since_fence)
      out_.peers.push_back({rank, 0, true, last_leave});
    call.end_peer = next_peer();
    if (record(ref).kind == RmaKind::Fence) window.since_fence.clear();
    out_.collectives.push_back(call);
  }

  void start(RecordRef ref, Window& window) {
    if (window.access) anomalies_.add(kWithoutEnd);
    window.access = OpenAccess{ref, at_, peers_of(record(ref).group, window.accesses), {}};
  }

  void complete(RecordRef ref, Window& window) {
    if (!window.access) return anomalies_.add(kWithoutBegin);
    RmaAccessEpoch epoch;
    epoch.start = window.access->start;
    epoch.complete = ref;
    epoch.first = window.access->first;
    epoch.end = at_;
    epoch.first_peer = next_peer();
    for (RmaPeer peer : window.access->peers) {
      const auto accessed = window.access->accessed.find(peer.rank);
      peer.is_accessed = accessed != window.access->accessed.end();
      if (peer.is_accessed) peer.last_leave = accessed->second;
      out_.peers.push_back(peer);
    }
    epoch.end_peer = next_peer();
    out_.accesses.push_back(epoch);
    window.access.reset();
  }

  void post(RecordRef ref, Window& window) {
    if (window.exposure) anomalies_.add(kWithoutEnd);
    window.exposure = OpenExposure{ref, peers_of(record(ref).group, window.exposures)};
  }

  void wait(RecordRef ref, Window& window) {
    if (!window.exposure) return anomalies_.add(kWithoutBegin);
    RmaExposureEpoch epoch;
    epoch.post = window.exposure->post;
    epoch.wait = ref;
    epoch.first_peer = next_peer();
    out_.peers.insert(out_.peers.end(), window.exposure->peers.begin(),
                      window.exposure->peers.end());
    epoch.end_peer = next_peer();
    out_.exposures.push_back(epoch);
    window.exposure.reset();
  }

  void lock(RecordRef ref, Window& window) {
    const OpenLock opened{ref, at_};
    const auto [open, is_new] = window.locks.try_emplace(record(ref).target, opened);
    if (is_new) return;
    anomalies_.add(kWithoutEnd);
    open->second = opened;
  }

  void unlock(RecordRef ref, Window& window) {
    const auto open = window.locks.find(record(ref).target);
    if (open == window.locks.end()) return anomalies_.add(kWithoutBegin);
    out_.locks.push_back({open->second.lock, ref, open->second.first, at_});
    window.locks.erase(open);
  }

  void operation(RecordRef ref, Window& window) {
    const Rank target = record(ref).target;
    const auto note = [&](LastLeaves& leaves) {
      Ticks& last = leaves.try_emplace(target, leave(ref)).first->second;
      last = std::max(last, leave(ref));
    };
    note(window.since_fence);
    if (window.access) note(window.access->accessed);
  }

  const ProcessRecords& process_;
  const model::Definitions& definitions_;
  model::Anomalies& anomalies_;
  RmaEpochs out_;
  std::uint32_t at_ = 0;  // of `order`
  std::map<model::WindowId, Window> windows_;
};

}  // namespace

RmaEpochs rma_epochs(const ProcessRecords& process, const model::Definitions& definitions,
                     model::Anomalies& anomalies) {
  return EpochBuilder(process, definitions, anomalies).run();
}

}  // namespace tarry::analysis

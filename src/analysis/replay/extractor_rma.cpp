// SPDX-License-Identifier: BSD-3-Clause
// The part of the extractor that is about one-sided communication.
#include "analysis/replay/extractor.h"

namespace tarry::analysis {

using model::MpiCall;
using model::RegionKind;
using model::WindowId;
using Kind = RmaRecord::Kind;

namespace {

std::optional<Kind> kind_of(model::CollectiveOp op) {
  switch (op) {
    case model::CollectiveOp::Barrier:
      return Kind::Fence;
    case model::CollectiveOp::CreateHandle:
    case model::CollectiveOp::Allocate:
    case model::CollectiveOp::CreateHandleAndAllocate:
      return Kind::Create;
    case model::CollectiveOp::DestroyHandle:
    case model::CollectiveOp::Deallocate:
    case model::CollectiveOp::DestroyHandleAndDeallocate:
      return Kind::Free;
    default:
      return std::nullopt;
  }
}

std::optional<Kind> kind_of(MpiCall call) {
  switch (call) {
    case MpiCall::WinStart:
      return Kind::Start;
    case MpiCall::WinComplete:
      return Kind::Complete;
    case MpiCall::WinPost:
      return Kind::Post;
    case MpiCall::WinWait:
    case MpiCall::WinTest:
      return Kind::Wait;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool Extractor::accepts_rma(WindowId window) {
  if (unknown_depth_ != 0) return false;
  if (stack_.empty()) {
    anomalies_.add("one-sided operations recorded outside of any region");
    return false;
  }
  const bool is_known =
      window.index() < definitions_.windows.size() &&
      definitions_.windows[window.index()].comm.index() < definitions_.communicators.size();
  if (!is_known) anomalies_.add("records on windows that are not defined");
  return is_known;
}

Rank Extractor::rma_target(WindowId window, model::CommRank target) {
  const model::Communicator& comm =
      definitions_.communicators[definitions_.windows[window.index()].comm.index()];
  if (comm.is_self && target.value == 0) return rank_;
  if (target.index() < comm.members.size()) return comm.members[target.index()];
  anomalies_.add("one-sided operations with targets that their window does not have");
  return {};
}

RmaRecord& Extractor::add_rma(Ticks time, Kind kind, WindowId window) {
  RmaRecord record;
  record.time = record.begin = time;
  record.kind = kind;
  record.window = window;
  record.comm = definitions_.windows[window.index()].comm;
  record.instance = instance_of_top();
  return records_.rma.records.emplace_back(record);
}

void Extractor::rma_window_created(Ticks time, WindowId /*window*/) { advance(time); }

void Extractor::rma_window_destroyed(Ticks time, WindowId /*window*/) { advance(time); }

void Extractor::rma_collective_begin(Ticks time) { rma_collective_begin_ = advance(time); }

void Extractor::rma_collective_end(Ticks time, const model::RmaCollectiveRecord& record) {
  time = advance(time);
  const std::optional<Ticks> begin = rma_collective_begin_;
  rma_collective_begin_.reset();
  const auto kind = kind_of(record.op);
  if (!accepts_rma(record.window)) return;
  if (!kind) return anomalies_.add("one-sided collective operations of an unknown kind");
  // Writers without a begin record: the operation begins where the region does.
  const Ticks enter = stack_.back().enter;
  add_rma(time, *kind, record.window).begin = begin && *begin >= enter ? *begin : enter;
}

void Extractor::rma_group_sync(Ticks time, const model::RmaGroupSync& sync) {
  time = advance(time);
  if (!accepts_rma(sync.window)) return;
  const MpiCall call = regions_.kinds[stack_.back().region.index()].call;
  if (call == MpiCall::WinTest && sync.level == model::kRmaSyncNone) return;
  const auto kind = kind_of(call);
  if (!kind || sync.group.index() >= definitions_.groups.size())
    return anomalies_.add("one-sided synchronisation recorded in regions of another kind");
  add_rma(time, *kind, sync.window).group = sync.group;
}

void Extractor::add_rma_lock(Ticks time, const model::RmaLockRecord& lock) {
  if (!accepts_rma(lock.window)) return;
  Rank target;
  if (lock.target.valid()) {
    target = rma_target(lock.window, lock.target);
    if (!target.valid()) return;
  }
  RmaRecord& record = add_rma(time, Kind::Lock, lock.window);
  record.target = target;
  record.is_exclusive = lock.exclusive;
}

void Extractor::rma_lock_requested(Ticks time, const model::RmaLockRecord& lock) {
  add_rma_lock(advance(time), lock);
}

// After a request, it says nothing new.
void Extractor::rma_lock_acquired(Ticks time, const model::RmaLockRecord& lock) {
  time = advance(time);
  const auto& records = records_.rma.records;
  const bool was_requested = !records.empty() && records.back().kind == Kind::Lock &&
                             records.back().window == lock.window && !stack_.empty() &&
                             records.back().instance == stack_.back().instance;
  if (!was_requested) add_rma_lock(time, lock);
}

void Extractor::rma_lock_released(Ticks time, const model::RmaLockRecord& lock) {
  time = advance(time);
  if (!accepts_rma(lock.window)) return;
  Rank target;
  if (lock.target.valid()) {
    target = rma_target(lock.window, lock.target);
    if (!target.valid()) return;
  }
  RmaRecord& record = add_rma(time, Kind::Unlock, lock.window);
  record.target = target;
  record.release = divide(time, stack_.back().callpath);
}

void Extractor::rma_operation(Ticks time, const model::RmaOperation& operation) {
  time = advance(time);
  if (!accepts_rma(operation.window)) return;
  const Rank target = rma_target(operation.window, operation.target);
  if (!target.valid()) return;
  RmaRecord& record = add_rma(time, Kind::Operation, operation.window);
  record.target = target;
  record.bytes_put = believable(operation.bytes_sent);
  record.bytes_get = believable(operation.bytes_received);
  if (operation.matching != 0) rma_pending_[{operation.window, operation.matching}] = target;
}

// In a flush it is all that tells the target. Elsewhere it says nothing that waits depend on.
void Extractor::rma_operation_completed(Ticks time, const model::RmaCompletion& completion) {
  time = advance(time);
  const auto pending = rma_pending_.find({completion.window, completion.matching});
  if (pending == rma_pending_.end() || !accepts_rma(completion.window)) return;
  const Rank target = pending->second;
  rma_pending_.erase(pending);
  const RegionKind& kind = regions_.kinds[stack_.back().region.index()];
  if (kind.region_class != model::RegionClass::MpiRmaSyncPassive) return;
  add_rma(time, Kind::Completion, completion.window).target = target;
}

}  // namespace tarry::analysis

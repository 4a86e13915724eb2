// SPDX-License-Identifier: BSD-3-Clause
// The part of the extractor that is about one-sided communication.
#include "analysis/extract/extractor.h"

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
    location_.anomalies.add("one-sided operations recorded outside of any region");
    return false;
  }
  const bool is_known = window.index() < location_.definitions.windows.size() &&
                        location_.definitions.windows[window.index()].comm.index() <
                            location_.definitions.communicators.size();
  if (!is_known) location_.anomalies.add("records on windows that are not defined");
  return is_known;
}

Rank Extractor::rma_target(WindowId window, model::CommRank target) {
  const model::Communicator& comm =
      location_.definitions
          .communicators[location_.definitions.windows[window.index()].comm.index()];
  if (comm.is_self && target.value == 0) return location_.rank;
  if (target.index() < comm.members.size()) return comm.members[target.index()];
  location_.anomalies.add("one-sided operations with targets that their window does not have");
  return {};
}

RmaRecord& Extractor::add_rma(Ticks time, Kind kind, WindowId window) {
  RmaRecord record;
  record.time = time;
  record.kind = kind;
  record.window = window;
  record.instance = stack_.instance_of_top();
  return location_.records.rma.records.emplace_back(record);
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
  if (!kind) return location_.anomalies.add("one-sided collective operations of an unknown kind");
  // Writers without a begin record: the operation begins where the region does.
  const Ticks enter = stack_.top().enter;
  auto& collectives = location_.records.rma.collectives;
  add_rma(time, *kind, record.window).detail = static_cast<std::uint32_t>(collectives.size());
  RmaCollective& collective = collectives.emplace_back();
  collective.begin = begin && *begin >= enter ? *begin : enter;
  collective.comm = location_.definitions.windows[record.window.index()].comm;
}

void Extractor::rma_group_sync(Ticks time, const model::RmaGroupSync& sync) {
  time = advance(time);
  if (!accepts_rma(sync.window)) return;
  const MpiCall call = location_.regions.kinds[stack_.top().region.index()].call;
  if (call == MpiCall::WinTest && sync.level == model::kRmaSyncNone) return;
  const auto kind = kind_of(call);
  if (!kind || sync.group.index() >= location_.definitions.groups.size())
    return location_.anomalies.add("one-sided synchronisation recorded in regions of another kind");
  add_rma(time, *kind, sync.window).group = sync.group;
}

RmaRecord* Extractor::add_rma_lock(Ticks time, Kind kind, const model::RmaLockRecord& lock) {
  if (!accepts_rma(lock.window)) return nullptr;
  Rank target;
  if (lock.target.valid()) {
    target = rma_target(lock.window, lock.target);
    if (!target.valid()) return nullptr;
  }
  RmaRecord& record = add_rma(time, kind, lock.window);
  record.target = target;
  record.is_exclusive = lock.exclusive;
  return &record;
}

void Extractor::rma_lock_requested(Ticks time, const model::RmaLockRecord& lock) {
  add_rma_lock(advance(time), Kind::Lock, lock);
}

void Extractor::rma_lock_acquired(Ticks time, const model::RmaLockRecord& lock) {
  add_rma_lock(advance(time), Kind::Acquire, lock);
}

void Extractor::rma_lock_released(Ticks time, const model::RmaLockRecord& lock) {
  const RmaRecord* record = add_rma_lock(advance(time), Kind::Unlock, lock);
  if (record == nullptr) return;
  std::uint32_t& first = stack_.top().first_unlock;
  if (first == kNoIndex)
    first = static_cast<std::uint32_t>(record - location_.records.rma.records.data());
}

void Extractor::divide_after_unlock(Ticks time) {
  const Frame& frame = stack_.top();
  const std::uint32_t end = stack_.divide(time, frame.callpath);
  auto& records = location_.records.rma.records;
  for (std::uint32_t r = frame.first_unlock; r < records.size(); ++r)
    if (records[r].kind == Kind::Unlock && records[r].instance == frame.instance)
      records[r].detail = end;
}

void Extractor::rma_operation(Ticks time, const model::RmaOperation& operation) {
  time = advance(time);
  if (!accepts_rma(operation.window)) return;
  const Rank target = rma_target(operation.window, operation.target);
  if (!target.valid()) return;
  add_rma(time, Kind::Operation, operation.window).target = target;
  auto& bytes = location_.records.rma.bytes;
  const std::size_t callpath = stack_.top().callpath.index();
  if (callpath >= bytes.size()) bytes.resize(callpath + 1);
  bytes[callpath].put += location_.believable(operation.bytes_sent);
  bytes[callpath].get += location_.believable(operation.bytes_received);
  if (operation.matching == 0) return;
  rma_pending_.resize(location_.definitions.windows.size());
  rma_pending_[operation.window.index()].insert(operation.matching, target);
}

// In a flush it is all that tells the target: one record for each is enough. Elsewhere it says
// nothing that waits depend on.
void Extractor::rma_operation_completed(Ticks time, const model::RmaCompletion& completion) {
  time = advance(time);
  if (completion.window.index() >= rma_pending_.size()) return;
  const auto target = rma_pending_[completion.window.index()].take(completion.matching);
  if (!target || !accepts_rma(completion.window)) return;
  const RegionKind& kind = location_.regions.kinds[stack_.top().region.index()];
  if (kind.region_class != model::RegionClass::MpiRmaSyncPassive) return;
  const std::uint32_t instance = stack_.instance_of_top();
  const std::uint64_t place = std::uint64_t{completion.window.value} << 32 | target->value;
  const bool is_known = rma_completing_in_.take(place) == instance;
  rma_completing_in_.insert(place, instance);
  if (!is_known) add_rma(time, Kind::Completion, completion.window).target = *target;
}

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/window_tracker.h"

namespace tarry::analysis {

using model::MpiCall;
using model::RegionKind;
using model::WindowId;

namespace {

std::optional<RmaKind> kind_of(model::CollectiveOp op) {
  switch (op) {
    case model::CollectiveOp::Barrier:
      return RmaKind::Fence;
    case model::CollectiveOp::CreateHandle:
    case model::CollectiveOp::Allocate:
    case model::CollectiveOp::CreateHandleAndAllocate:
      return RmaKind::Create;
    case model::CollectiveOp::DestroyHandle:
    case model::CollectiveOp::Deallocate:
    case model::CollectiveOp::DestroyHandleAndDeallocate:
      return RmaKind::Free;
    default:
      return std::nullopt;
  }
}

std::optional<RmaKind> kind_of(MpiCall call) {
  switch (call) {
    case MpiCall::WinStart:
      return RmaKind::Start;
    case MpiCall::WinComplete:
      return RmaKind::Complete;
    case MpiCall::WinPost:
      return RmaKind::Post;
    case MpiCall::WinWait:
    case MpiCall::WinTest:
      return RmaKind::Wait;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool WindowTracker::accepts(WindowId window) {
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

Rank WindowTracker::target_rank(WindowId window, model::CommRank target) {
  const model::Communicator& comm =
      location_.definitions
          .communicators[location_.definitions.windows[window.index()].comm.index()];
  if (comm.is_self && target.value == 0) return location_.rank;
  if (target.index() < comm.members.size()) return comm.members[target.index()];
  location_.anomalies.add("one-sided operations with targets that their window does not have");
  return {};
}

RmaRecord& WindowTracker::add(Ticks time, RmaKind kind, WindowId window) {
  RmaRecord record;
  record.time = time;
  record.kind = kind;
  record.window = window;
  record.instance = stack_.instance_of_top();
  return location_.records.rma.records.emplace_back(record);
}

void WindowTracker::end_collective(Ticks time, const model::RmaCollectiveRecord& record) {
  const std::optional<Ticks> begin = collective_begin_;
  collective_begin_.reset();
  const auto kind = kind_of(record.op);
  if (!accepts(record.window)) return;
  if (!kind) return location_.anomalies.add("one-sided collective operations of an unknown kind");
  // Some writers have no begin record: the operation then begins where its region does.
  const Ticks enter = stack_.top().enter;
  auto& collectives = location_.records.rma.collectives;
  add(time, *kind, record.window).detail = static_cast<std::uint32_t>(collectives.size());
  RmaCollective& collective = collectives.emplace_back();
  collective.begin = begin && *begin >= enter ? *begin : enter;
  collective.comm = location_.definitions.windows[record.window.index()].comm;
}

void WindowTracker::synchronize(Ticks time, const model::RmaGroupSync& sync) {
  if (!accepts(sync.window)) return;
  const MpiCall call = location_.regions.kinds[stack_.top().region.index()].call;
  if (call == MpiCall::WinTest && sync.level == model::kRmaSyncNone) return;
  const auto kind = kind_of(call);
  if (!kind || sync.group.index() >= location_.definitions.groups.size())
    return location_.anomalies.add("one-sided synchronization recorded in regions of another kind");
  add(time, *kind, sync.window).group = sync.group;
}

RmaRecord* WindowTracker::add_lock(Ticks time, RmaKind kind, const model::RmaLockRecord& lock) {
  if (!accepts(lock.window)) return nullptr;
  Rank target;
  if (lock.target.valid()) {
    target = target_rank(lock.window, lock.target);
    if (!target.valid()) return nullptr;
  }
  RmaRecord& record = add(time, kind, lock.window);
  record.target = target;
  record.is_exclusive = lock.exclusive;
  return &record;
}

void WindowTracker::request_lock(Ticks time, const model::RmaLockRecord& lock) {
  add_lock(time, RmaKind::Lock, lock);
}

void WindowTracker::acquire_lock(Ticks time, const model::RmaLockRecord& lock) {
  add_lock(time, RmaKind::Acquire, lock);
}

void WindowTracker::release_lock(Ticks time, const model::RmaLockRecord& lock) {
  const RmaRecord* record = add_lock(time, RmaKind::Unlock, lock);
  if (record == nullptr) return;
  std::uint32_t& first = stack_.top().first_unlock;
  if (first == kNoIndex)
    first = static_cast<std::uint32_t>(record - location_.records.rma.records.data());
}

void WindowTracker::give_back(Ticks time) {
  const Frame& frame = stack_.top();
  const std::uint32_t end = stack_.divide(time, frame.callpath);
  auto& records = location_.records.rma.records;
  for (std::uint32_t r = frame.first_unlock; r < records.size(); ++r)
    if (records[r].kind == RmaKind::Unlock && records[r].instance == frame.instance)
      records[r].detail = end;
}

void WindowTracker::operate(Ticks time, const model::RmaOperation& operation) {
  if (!accepts(operation.window)) return;
  const Rank target = target_rank(operation.window, operation.target);
  if (!target.valid()) return;
  add(time, RmaKind::Operation, operation.window).target = target;
  auto& bytes = location_.records.rma.bytes;
  const std::size_t callpath = stack_.top().callpath.index();
  if (callpath >= bytes.size()) bytes.resize(callpath + 1);
  bytes[callpath].put += location_.believable(operation.bytes_sent);
  bytes[callpath].get += location_.believable(operation.bytes_received);
  if (operation.matching == 0) return;
  pending_.resize(location_.definitions.windows.size());
  pending_[operation.window.index()].insert(operation.matching, target);
}

// In a flush, only completions tell the targets, and one record for each target is enough. In other
// calls, no wait depends on them.
void WindowTracker::complete(Ticks time, const model::RmaCompletion& completion) {
  if (completion.window.index() >= pending_.size()) return;
  const auto target = pending_[completion.window.index()].take(completion.matching);
  if (!target || !accepts(completion.window)) return;
  const RegionKind& kind = location_.regions.kinds[stack_.top().region.index()];
  if (kind.region_class != model::RegionClass::MpiRmaSyncPassive) return;
  const std::uint32_t instance = stack_.instance_of_top();
  const std::uint64_t place = std::uint64_t{completion.window.value} << 32 | target->value;
  const bool is_known = completing_in_.take(place) == instance;
  completing_in_.insert(place, instance);
  if (!is_known) add(time, RmaKind::Completion, completion.window).target = *target;
}

}  // namespace tarry::analysis

// SPDX-License-Identifier: BSD-3-Clause
// One-sided communication and files: what a recording for a compressed trace says is a call's
// action as it stands. An event trace says nothing about files, and less about one-sided
// communication: neither displacements nor sizes of windows, and nothing about flushes; completions
// in epochs follow from the calls.
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "compressed/capture/location_calls.h"
#include "model/believable_bytes.h"

namespace tarry::compressed {

using model::MpiOperands;
using model::RequestId;
using model::Ticks;
using Shape = model::MpiOperands::Shape;

namespace {

// Numbers that match operations with their completions are no numbers of requests.
RequestId request_of(std::uint64_t matching) {
  return RequestId{matching | std::uint64_t{1} << 63};
}

ActionKind kind_of(Shape shape) {
  switch (shape) {
    case Shape::MakeWindow:
      return ActionKind::MakeWindow;
    case Shape::FreeWindow:
      return ActionKind::FreeWindow;
    case Shape::Access:
      return ActionKind::Access;
    case Shape::StartAccess:
      return ActionKind::StartAccess;
    case Shape::OpenFile:
      return ActionKind::OpenFile;
    case Shape::CloseFile:
      return ActionKind::CloseFile;
    case Shape::SetFile:
      return ActionKind::SetFile;
    case Shape::Transfer:
      return ActionKind::Transfer;
    case Shape::StartTransfer:
      return ActionKind::StartTransfer;
    case Shape::DeleteFile:
      return ActionKind::DeleteFile;
    case Shape::EndTransfer:
      return ActionKind::AccessDone;
    case Shape::Synchronize:
      break;
  }
  return ActionKind::Synchronize;
}

// Returns the members of the group as ranks of the window's communicator.
std::vector<std::int64_t> members_of(const model::Definitions& definitions,
                                     const model::RmaGroupSync& sync) {
  std::vector<std::int64_t> found;
  if (sync.window.index() >= definitions.windows.size()) return found;
  const model::CommId comm = definitions.windows[sync.window.index()].comm;
  if (!comm.valid() || comm.index() >= definitions.communicators.size() || !sync.group.valid() ||
      sync.group.index() >= definitions.groups.size())
    return found;
  const model::Communicator& of = definitions.communicators[comm.index()];
  for (const model::Rank member : definitions.groups[sync.group.index()]) {
    const auto at = std::find(of.members.begin(), of.members.end(), member);
    if (of.is_self || at != of.members.end())
      found.push_back(of.is_self ? 0 : at - of.members.begin());
  }
  return found;
}

std::int64_t target_of(const model::RmaLockRecord& lock) {
  return lock.target.valid() ? std::int64_t{lock.target.value} : MpiOperands::kAll;
}

}  // namespace

void LocationCalls::mpi_operands(Ticks time, const MpiOperands& operands) {
  if (operands.shape == Shape::EndTransfer)
    return of_request(time, ActionKind::AccessDone, request_of(operands.request.value));
  RecordedAction action;
  action.kind = kind_of(operands.shape);
  action.operands = operands;
  if (operands.request.valid()) action.operands.request = request_of(operands.request.value);
  add(time, action);
}

bool LocationCalls::is_in(std::string_view function) const {
  return inside_ > 0 && regions_[call_.function.index()].name == function;
}

void LocationCalls::add_told(Ticks time, Shape shape, model::WindowId window, MpiOperands told) {
  if (definitions_ == nullptr || !window.valid()) return;
  told.shape = shape;
  told.object = window.value;
  mpi_operands(time, told);
}

void LocationCalls::rma_collective_end(Ticks time, const model::RmaCollectiveRecord& c) {
  using model::CollectiveOp;
  MpiOperands told;
  const bool is_made =
      c.op == CollectiveOp::CreateHandle || c.op == CollectiveOp::CreateHandleAndAllocate;
  if (is_made && definitions_ != nullptr && c.window.index() < definitions_->windows.size()) {
    told.comm = definitions_->windows[c.window.index()].comm;
    return add_told(time, Shape::MakeWindow, c.window, told);
  }
  const bool is_freed =
      c.op == CollectiveOp::DestroyHandle || c.op == CollectiveOp::DestroyHandleAndDeallocate;
  add_told(time, is_freed ? Shape::FreeWindow : Shape::Synchronize, c.window, told);
}

// A start or post names its partners; what ends their epochs does not.
void LocationCalls::rma_group_sync(Ticks time, const model::RmaGroupSync& sync) {
  if (definitions_ == nullptr) return;
  MpiOperands told;
  if (!is_in("MPI_Win_start") && !is_in("MPI_Win_post")) {
    if (sync.level != model::kRmaSyncNone) add_told(time, Shape::Synchronize, sync.window, told);
    return;
  }
  for (const std::int64_t member : members_of(*definitions_, sync)) {
    told.target = member;
    add_told(time, Shape::Synchronize, sync.window, told);
  }
}

void LocationCalls::rma_lock_requested(Ticks time, const model::RmaLockRecord& lock) {
  MpiOperands told;
  told.target = target_of(lock);
  told.mode = lock.exclusive ? kModeExclusive : 0;
  add_told(time, Shape::Synchronize, lock.window, told);
}

void LocationCalls::rma_lock_released(Ticks time, const model::RmaLockRecord& lock) {
  MpiOperands told;
  told.target = target_of(lock);
  add_told(time, Shape::Synchronize, lock.window, told);
}

void LocationCalls::rma_operation(Ticks time, const model::RmaOperation& operation) {
  MpiOperands told;
  told.target = operation.target.value;
  told.bytes = model::believable(operation.bytes_sent, left_out_);
  told.received = model::believable(operation.bytes_received, left_out_);
  const bool has_request =
      inside_ > 0 && regions_[call_.function.index()].name.starts_with("MPI_R");
  if (has_request) told.request = RequestId{operation.matching};
  add_told(time, has_request ? Shape::StartAccess : Shape::Access, operation.window, told);
}

void LocationCalls::rma_operation_completed(Ticks time, const model::RmaCompletion& c) {
  if (c.kind != model::RmaCompletion::Kind::NonBlocking) return note(time);
  of_request(time, ActionKind::AccessDone, request_of(c.matching));
}

}  // namespace tarry::compressed

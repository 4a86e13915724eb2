// SPDX-License-Identifier: BSD-3-Clause
// The part of the decoder for one-sided communication.
#include "trace/otf2/definition_model.h"
#include "trace/otf2/event_decoder.h"

namespace tarry::trace::otf2 {

using model::CollectiveOp;
using model::CommRank;
using model::GroupId;
using model::WindowId;

namespace {

constexpr std::uint8_t kLockExclusive = 0;

}  // namespace

bool EventDecoder::deliver_rma(EventType type, RecordCursor record) {
  switch (type) {
    case EventType::RmaWinCreate:
    case EventType::RmaWinDestroy:
      return deliver_rma_window(type, record);
    case EventType::RmaCollectiveBegin:
      handler_.rma_collective_begin(time_.now());
      return true;
    case EventType::RmaCollectiveEnd:
      return deliver_rma_collective(record);
    case EventType::RmaGroupSync:
      return deliver_rma_group_sync(record);
    case EventType::RmaRequestLock:
    case EventType::RmaAcquireLock:
    case EventType::RmaReleaseLock:
      return deliver_rma_lock(type, record);
    case EventType::RmaPut:
    case EventType::RmaGet:
    case EventType::RmaAtomic:
      return deliver_rma_operation(type, record);
    case EventType::RmaOpCompleteBlocking:
    case EventType::RmaOpCompleteNonBlocking:
    case EventType::RmaOpCompleteRemote:
      return deliver_rma_completion(type, record);
    default:
      return true;  // no analysis uses it
  }
}

WindowId EventDecoder::window(std::uint32_t id) {
  const std::uint32_t dense = context_.window_ids[id];
  if (dense == kOtherParadigm) return {};
  if (dense == kUndefined32) ++undefined_windows_;
  return WindowId{dense};
}

bool EventDecoder::is_target(WindowId window, CommRank target) {
  const std::size_t comm = context_.windows[window.index()].comm.index();
  if (target.value < context_.peer_limits[comm]) return true;
  ++impossible_ranks_;
  return false;
}

bool EventDecoder::deliver_rma_window(EventType type, RecordCursor record) {
  const std::uint32_t id = record.u32();
  if (!record.ok()) return false;
  const WindowId of = window(id);
  if (!of.valid()) return true;
  if (type == EventType::RmaWinCreate)
    handler_.rma_window_created(time_.now(), of);
  else
    handler_.rma_window_destroyed(time_.now(), of);
  return true;
}

bool EventDecoder::deliver_rma_collective(RecordCursor record) {
  const std::uint8_t operation = record.u8();
  record.u32();  // level of synchronization
  const std::uint32_t id = record.u32();
  if (!record.ok()) return false;
  const WindowId of = window(id);
  if (!of.valid()) return true;
  if (!model::is_otf2_collective_op(operation))
    ++unknown_operations_;
  else
    handler_.rma_collective_end(time_.now(), {static_cast<CollectiveOp>(operation), of});
  return true;
}

bool EventDecoder::deliver_rma_group_sync(RecordCursor record) {
  const std::uint32_t level = record.u32();
  const std::uint32_t id = record.u32();
  const GroupId group{context_.groups[record.u32()]};
  if (!record.ok()) return false;
  const WindowId of = window(id);
  if (!of.valid()) return true;
  if (group.valid())
    handler_.rma_group_sync(time_.now(), {of, group, level});
  else
    ++undefined_windows_;
  return true;
}

bool EventDecoder::deliver_rma_lock(EventType type, RecordCursor record) {
  model::RmaLockRecord lock;
  const std::uint32_t id = record.u32();
  lock.target = CommRank{record.u32()};
  lock.lock = record.u64();
  if (type != EventType::RmaReleaseLock) lock.exclusive = record.u8() == kLockExclusive;
  if (!record.ok()) return false;
  lock.window = window(id);
  if (!lock.window.valid() || (lock.target.valid() && !is_target(lock.window, lock.target)))
    return true;
  if (type == EventType::RmaRequestLock)
    handler_.rma_lock_requested(time_.now(), lock);
  else if (type == EventType::RmaAcquireLock)
    handler_.rma_lock_acquired(time_.now(), lock);
  else
    handler_.rma_lock_released(time_.now(), lock);
  return true;
}

bool EventDecoder::deliver_rma_operation(EventType type, RecordCursor record) {
  using Kind = model::RmaOperation::Kind;
  model::RmaOperation operation;
  const std::uint32_t id = record.u32();
  operation.target = CommRank{record.u32()};
  if (type == EventType::RmaAtomic) {
    operation.kind = Kind::Atomic;
    operation.atomic_type = record.u8();
    operation.bytes_sent = record.u64();
    operation.bytes_received = record.u64();
  } else {
    operation.kind = type == EventType::RmaPut ? Kind::Put : Kind::Get;
    (type == EventType::RmaPut ? operation.bytes_sent : operation.bytes_received) = record.u64();
  }
  operation.matching = record.u64();
  if (!record.ok()) return false;
  operation.window = window(id);
  if (operation.window.valid() && is_target(operation.window, operation.target))
    handler_.rma_operation(time_.now(), operation);
  return true;
}

bool EventDecoder::deliver_rma_completion(EventType type, RecordCursor record) {
  using Kind = model::RmaCompletion::Kind;
  model::RmaCompletion completion;
  const std::uint32_t id = record.u32();
  completion.matching = record.u64();
  if (!record.ok()) return false;
  completion.kind = type == EventType::RmaOpCompleteBlocking      ? Kind::Blocking
                    : type == EventType::RmaOpCompleteNonBlocking ? Kind::NonBlocking
                                                                  : Kind::Remote;
  completion.window = window(id);
  if (completion.window.valid()) handler_.rma_operation_completed(time_.now(), completion);
  return true;
}

}  // namespace tarry::trace::otf2

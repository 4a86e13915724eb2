// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/compaction.h"

#include <cstring>

#include "runtime/core/definitions_log.h"
#include "trace/eventlog/log_format.h"

namespace tarry::runtime::core {

using trace::eventlog::kUnitBytes;
using trace::eventlog::record_units;
using trace::eventlog::RecordHead;
using trace::eventlog::RecordKind;
using trace::eventlog::unpack_kind;

namespace {

// Addresses of the enters that are the last records kept so far, the outermost first. Beyond
// kMostEnters, the outer ones stay in the log. Guarded by Process::lock.
constexpr std::size_t kMostEnters = 1024;
constinit std::uint64_t enters[kMostEnters];

// Records about threads say nothing about MPI calls.
bool is_of_threads(RecordKind kind) {
  switch (kind) {
    case RecordKind::ThreadFork:
    case RecordKind::ThreadJoin:
    case RecordKind::TeamBegin:
    case RecordKind::TeamEnd:
    case RecordKind::LockAcquired:
    case RecordKind::LockReleased:
    case RecordKind::TaskCreate:
    case RecordKind::TaskSwitch:
    case RecordKind::TaskComplete:
    case RecordKind::ThreadCreate:
    case RecordKind::ThreadWait:
    case RecordKind::MutexAcquired:
    case RecordKind::MutexReleased:
      return true;
    default:
      return false;
  }
}

bool is_enter(RecordKind kind, std::uint64_t payload) {
  return kind == RecordKind::FunctionEnter ||
         (kind == RecordKind::RegionEnter && !is_mpi_region(payload));
}

// Returns whether the record at `head` is the leave that belongs to `enter`.
bool leaves(const RecordHead& head, const RecordHead& enter) {
  const RecordKind leave = unpack_kind(enter.time_and_kind) == RecordKind::FunctionEnter
                               ? RecordKind::FunctionLeave
                               : RecordKind::RegionLeave;
  return unpack_kind(head.time_and_kind) == leave && head.payload == enter.payload;
}

}  // namespace

bool compact(ThreadState& thread) {
  const std::uint64_t begin = thread.log.window_begin();
  if (thread.writing != 0) return false;
  std::uint64_t kept = begin;  // end of the records that are kept
  std::size_t entered = 0;
  for (std::uint64_t at = begin; at < thread.cursor;) {
    const auto head = *reinterpret_cast<const RecordHead*>(at);
    const RecordKind kind = unpack_kind(head.time_and_kind);
    const std::uint64_t bytes = record_units(kind, head.payload) * kUnitBytes;
    const bool enters_one = is_enter(kind, head.payload);
    if (entered > 0 && leaves(head, *reinterpret_cast<const RecordHead*>(enters[entered - 1]))) {
      kept = enters[--entered];
    } else if (!is_of_threads(kind)) {
      if (!enters_one || entered == kMostEnters) entered = 0;
      if (enters_one) enters[entered++] = kept;
      std::memmove(reinterpret_cast<void*>(kept), reinterpret_cast<const void*>(at), bytes);
      kept += bytes;
    }
    at += bytes;
  }
  std::memset(reinterpret_cast<void*>(kept), 0, thread.cursor - kept);
  thread.cursor = kept;
  return thread.log.window_end() - kept >= thread.log.window_bytes() / 4;
}

}  // namespace tarry::runtime::core

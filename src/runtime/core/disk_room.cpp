// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/disk_room.h"

#include <sys/vfs.h>

#include <algorithm>
#include <cerrno>

#include "runtime/core/process.h"

namespace tarry::runtime::core {
namespace {

constexpr std::uint64_t kDefinitions = 128u << 10;  // includes the smallest chunks of event files
constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

std::uint64_t available_at(const char* path) {
  struct statfs disk {};
  if (statfs(path, &disk) != 0 || disk.f_blocks == 0) return kUnknown;  // 0: not counted
  return static_cast<std::uint64_t>(disk.f_bavail) * static_cast<std::uint64_t>(disk.f_bsize);
}

// Estimates the logs of all processes on this file system, with `bytes` more of this one: at most
// the room that was taken since the start, by whichever program, and at most what --max-trace
// allows.
std::uint64_t logs_with(std::uint64_t bytes, std::uint64_t available) {
  const std::uint64_t own = process.trace_bytes + bytes;
  const std::uint64_t before = process.disk_room_at_start;
  const std::uint64_t taken = before > available ? before - available : 0;
  std::uint64_t most = 0;
  if (__builtin_mul_overflow(process.settings.max_trace_bytes, process.world_size, &most))
    most = kUnknown;
  return std::max(own, std::min(taken + bytes, most));
}

}  // namespace

void note_disk_room() { process.disk_room_at_start = available_at(process.experiment_path); }

int check_disk_room(std::uint64_t bytes) {
  if (!trace::eventlog::keeps_trace(process.settings)) return 0;
  const std::uint64_t available = available_at(process.directory);
  if (available == kUnknown || process.disk_room_at_start == kUnknown) return 0;
  // Events take less room in the trace than in the log, but we reserve the most they can take.
  const std::uint64_t logs = logs_with(bytes, available);
  return available < bytes + logs + logs / 2 + kDefinitions ? ENOSPC : 0;
}

}  // namespace tarry::runtime::core

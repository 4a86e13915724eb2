// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/disk_room.h"

#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "runtime/core/process.h"

namespace tarry::runtime::core {
namespace {

// Definitions and the smallest chunks of event files.
constexpr std::uint64_t kPerProcess = 64u << 10;

// Nobody is asked where the others run: there are seldom more of them on a host than it has cores.
std::uint64_t processes_here() {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return std::clamp<std::uint64_t>(process.world_size, 1,
                                   cores > 0 ? static_cast<std::uint64_t>(cores) : 1);
}

}  // namespace

int check_disk_room(std::uint64_t bytes) {
  if (!trace::recording::keeps_trace(process.settings)) return 0;
  struct statfs disk {};
  if (statfs(process.directory, &disk) != 0) return 0;
  const std::uint64_t available =
      static_cast<std::uint64_t>(disk.f_bavail) * static_cast<std::uint64_t>(disk.f_bsize);
  if (disk.f_blocks == 0) return 0;  // it does not count them
  // Events take less in the trace than in the log, but its room is taken for the most they can
  // take.
  const std::uint64_t log = process.trace_bytes + bytes;
  return available < bytes + (log + log / 2 + kPerProcess) * processes_here() ? ENOSPC : 0;
}

}  // namespace tarry::runtime::core

// SPDX-License-Identifier: BSD-3-Clause
// Room on the disk for the trace that is made of the event logs at the end. While the trace is
// written, the logs still exist, so a log that took the last block could not be converted.
#pragma once

#include <cstdint>

namespace tarry::runtime::core {

// Stores the free room of the disk in Process::disk_room_at_start. Call it when the process begins.
void note_disk_room();

// Returns 0 if there is room for `bytes` more of the event log and for the traces that will be made
// of the logs of all processes on this file system, else ENOSPC. A file system that does not tell
// its free room counts as having enough. The caller holds Process::lock. Thread: caller-locks.
// Signal: safe.
int check_disk_room(std::uint64_t bytes);

}  // namespace tarry::runtime::core

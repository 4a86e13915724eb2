// SPDX-License-Identifier: BSD-3-Clause
// Room on the disk for the trace that is made of the event logs at the end: while it is written,
// the logs are still there. A log that took the last block could not be converted.
#pragma once

#include <cstdint>

namespace tarry::runtime::core {

// Remembers how much the disk has left, when the process begins: Process::disk_room_at_start.
void note_disk_room();

// 0 if there is room for `bytes` more of the event log and for the traces made of what all
// processes have on this file system then, else ENOSPC. One that does not say has room. The caller
// holds Process::lock. Thread: caller-locks. Signal: safe.
int check_disk_room(std::uint64_t bytes);

}  // namespace tarry::runtime::core

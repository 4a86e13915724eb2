// SPDX-License-Identifier: BSD-3-Clause
// A range of a file in memory: its content reaches the file even if the process is killed. Blocks
// are reserved before a range is mapped, because storing to a page for which the disk has no room
// ends the program.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace tarry::runtime::core {

inline constexpr mode_t kFileMode = 0666;  // less the user's umask

// Reserves blocks for a range of the file; returns the errno value. Growing past the user's file
// size limit would raise SIGXFSZ, so the limit is checked first.
int reserve_range(int file, std::uint64_t offset, std::uint64_t bytes);

// Maps a range that need not begin at a page boundary. Returns its address, or 0 with errno.
std::uint64_t map_range(int file, std::uint64_t offset, std::uint64_t bytes);

// Takes the page faults of storing to addresses from `begin` up to, but not including, `end`. The
// first page may be in use already.
void touch_range(std::uint64_t begin, std::uint64_t end);

// `address` and `bytes` are those that were mapped.
void unmap_range(std::uint64_t address, std::uint64_t bytes);

}  // namespace tarry::runtime::core

// SPDX-License-Identifier: BSD-3-Clause
// A range of a file in memory: what is stored there is in the file, even if the process is killed.
// Blocks are reserved before a range is mapped, because storing to a page for which the disk has no
// room ends the program.
#pragma once

#include <cstdint>

namespace tarry::runtime::core {

// Blocks for a range of the file; returns the errno value. Growing past the user's file size limit
// would be answered with SIGXFSZ, so that is asked for first.
int reserve_range(int file, std::uint64_t offset, std::uint64_t bytes);

// Maps a range that need not begin at a page boundary. The address of the range, or 0 with errno.
std::uint64_t map_range(int file, std::uint64_t offset, std::uint64_t bytes);

// Takes the faults of storing to these addresses, of which the first may be stored to already and
// the last is not included.
void touch_range(std::uint64_t begin, std::uint64_t end);

// `address` and `bytes` as mapped.
void unmap_range(std::uint64_t address, std::uint64_t bytes);

}  // namespace tarry::runtime::core

// SPDX-License-Identifier: BSD-3-Clause
// Where the parts of a line lie in the index. They follow each other without gaps: blocks of bins,
// level by level from the shortest bins on; stretches; visits across bookmarks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "timeline/time_grid.h"

namespace tarry::timeline {

inline constexpr std::size_t kBinsInBlock = 1024;
inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

struct LineDirectory {
  struct StretchEntry {
    std::uint32_t size = 0;          // bytes
    std::int64_t begin = 0;          // time of its first bookmark
    std::uint64_t step = 0;          // of that bookmark
    std::int64_t earliest = kNever;  // begin of its waits, and sending of its messages
    std::uint64_t messages = 0;

    friend bool operator==(const StretchEntry&, const StretchEntry&) = default;
  };

  std::uint64_t offset = 0;  // in the file
  unsigned shift = 0;        // of the shortest bins
  bool has_places = false;   // the source can read on from bookmarks
  std::uint64_t steps = 0;   // enters and leaves
  std::uint32_t visits_size = 0;
  std::vector<std::uint32_t> bin_blocks;  // sizes
  std::vector<StretchEntry> stretches;

  friend bool operator==(const LineDirectory&, const LineDirectory&) = default;

  [[nodiscard]] std::uint64_t size() const;
  // Returns the position of the first block of a level in bin_blocks. `level` >= shift.
  [[nodiscard]] std::size_t first_block(const TimeGrid& grid, unsigned level) const;
  // Returns where the stretches begin, and where the visits do, from `offset` on.
  [[nodiscard]] std::uint64_t stretches_begin() const;
  [[nodiscard]] std::uint64_t visits_begin() const { return size() - visits_size; }
};

// Returns the number of blocks of all levels from `shift` on.
std::size_t blocks_of(const TimeGrid& grid, unsigned shift);

std::string bytes_of(std::span<const LineDirectory> lines);
// Returns an error unless that are so many lines, whose parts lie between `begin` and `end`.
base::Result<std::vector<LineDirectory>> directory_of(std::string_view bytes, std::size_t lines,
                                                      const TimeGrid& grid, std::uint64_t begin,
                                                      std::uint64_t end);

}  // namespace tarry::timeline
